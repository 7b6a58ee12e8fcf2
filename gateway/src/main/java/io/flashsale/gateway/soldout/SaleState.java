package io.flashsale.gateway.soldout;

import java.time.Instant;
import java.util.List;

/**
 * What Redis knows of a sale. A sale with one bucket is read at one moment. Otherwise each bucket is read at its
 * own moment, but all after Redis was asked.
 *
 * @param trusted no gate is being rebuilt, and each is on the Redis server on which it was created
 * @param remaining units that can be had; includes all buckets and transfers between them
 * @param epochs one for each bucket; changes when its gate is rebuilt
 * @param late by bucket: how many shoppers became holders in this epoch after units came back or came from other
 *     buckets
 * @param closesAt when the sale closes; then the answer changes
 */
record SaleState(boolean trusted, long remaining, List<String> epochs, List<Long> late, Instant closesAt) {

    boolean soldOut() {
        return trusted && remaining == 0;
    }
}
