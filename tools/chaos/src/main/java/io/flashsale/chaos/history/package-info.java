/** The shoppers' requests and the answers to them, as the checker needs them. */
@NullMarked
package io.flashsale.chaos.history;

import org.jspecify.annotations.NullMarked;
