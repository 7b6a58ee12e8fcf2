/** What {@code ./chaos} runs: shoppers, faults, and a checker that compares what shoppers were told with what happened. */
@NullMarked
package io.flashsale.chaos;

import org.jspecify.annotations.NullMarked;
