/** Whether what shoppers were told is what happened. */
@NullMarked
package io.flashsale.chaos.checker;

import org.jspecify.annotations.NullMarked;
