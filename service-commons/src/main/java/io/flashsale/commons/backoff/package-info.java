/** Making whoever fails again and again wait longer and longer. */
@NullMarked
package io.flashsale.commons.backoff;

import org.jspecify.annotations.NullMarked;
