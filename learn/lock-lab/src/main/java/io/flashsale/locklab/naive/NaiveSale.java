package io.flashsale.locklab.naive;

import com.fasterxml.jackson.annotation.JsonFormat;

/**
 * A sale of the naive path.
 *
 * @param remaining the recorded stock, which may be wrong
 */
record NaiveSale(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long id,
        String title,
        long priceCents,
        long initialStock,
        long remaining) {}
