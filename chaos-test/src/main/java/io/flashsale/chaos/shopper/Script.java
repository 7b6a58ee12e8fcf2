package io.flashsale.chaos.shopper;

import java.util.List;

/**
 * What a shopper will do.
 *
 * @param sale the index of the sale in the round
 * @param start milliseconds after the start of the round
 */
public record Script(int sale, long start, List<Step> steps) {

    public Script {
        steps = List.copyOf(steps);
    }
}
