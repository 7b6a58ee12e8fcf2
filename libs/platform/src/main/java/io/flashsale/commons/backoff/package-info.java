/** Makes clients that fail repeatedly wait longer and longer. */
@NullMarked
package io.flashsale.commons.backoff;

import org.jspecify.annotations.NullMarked;
