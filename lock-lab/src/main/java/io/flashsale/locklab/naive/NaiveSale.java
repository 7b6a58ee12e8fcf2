package io.flashsale.locklab.naive;

import com.fasterxml.jackson.annotation.JsonFormat;

/**
 * A sale of the naive path.
 *
 * @param remaining what its stock says, which need not be true
 */
record NaiveSale(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long id,
        String title,
        long priceCents,
        long initialStock,
        long remaining) {}
