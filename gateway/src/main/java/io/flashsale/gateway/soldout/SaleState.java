package io.flashsale.gateway.soldout;

import java.time.Instant;

/**
 * What Redis knows of a sale at one moment.
 *
 * @param soldOut nothing remains, and the gate can be trusted: not being rebuilt, and on the Redis server that it was made on
 * @param generation changes whenever a new holder could have appeared: rebuild, unit given back, sale amended
 * @param holders how many users hold a unit
 * @param closesAt from then on the answer is another one
 */
record SaleState(boolean soldOut, String generation, long holders, Instant closesAt) {

    /** Whether what was found out under the other state still holds under this one. */
    boolean continues(SaleState other) {
        return soldOut && other.soldOut && generation.equals(other.generation) && holders == other.holders;
    }
}
