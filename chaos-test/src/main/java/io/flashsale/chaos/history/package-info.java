/** What shoppers asked for and what they were told, as the checker needs it. */
@NullMarked
package io.flashsale.chaos.history;

import org.jspecify.annotations.NullMarked;
