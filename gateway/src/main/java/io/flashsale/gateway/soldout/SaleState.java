package io.flashsale.gateway.soldout;

import java.time.Instant;

/**
 * What Redis knows of a sale at one moment.
 *
 * @param trusted the gate is not being rebuilt, and on the Redis server that it was made on
 * @param remaining units that can be had
 * @param epoch changes when the gate is made anew
 * @param late how many became holders in this epoch after units had come back
 * @param closesAt from then on the answer is another one
 */
record SaleState(boolean trusted, long remaining, String epoch, long late, Instant closesAt) {

    boolean soldOut() {
        return trusted && remaining == 0;
    }
}
