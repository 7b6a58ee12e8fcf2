/** Runs {@code ./chaos}: shoppers, faults, and a checker that compares the shoppers' answers with the data. */
@NullMarked
package io.flashsale.chaos;

import org.jspecify.annotations.NullMarked;
