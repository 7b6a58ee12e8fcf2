package io.flashsale.gateway.soldout;

import java.time.Instant;
import java.util.List;

/**
 * What Redis knows of a sale; at one moment, if it has one bucket. Of several each is read at a moment of its own, all of them after
 * Redis was asked.
 *
 * @param trusted no gate is being rebuilt, and each is on the Redis server that it was made on
 * @param remaining units that can be had, in all buckets, and those that are on their way from one to another
 * @param epochs one for each bucket; changes when its gate is made anew
 * @param late how many became holders in this epoch after units had come back, or had come from other buckets, by bucket
 * @param closesAt from then on the answer is another one
 */
record SaleState(boolean trusted, long remaining, List<String> epochs, List<Long> late, Instant closesAt) {

    /** Of a sale that has one bucket. */
    SaleState(boolean trusted, long remaining, String epoch, long late, Instant closesAt) {
        this(trusted, remaining, List.of(epoch), List.of(late), closesAt);
    }

    boolean soldOut() {
        return trusted && remaining == 0;
    }
}
