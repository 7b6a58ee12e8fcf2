package io.flashsale.chaos.shopper;

import java.util.List;

/**
 * What one shopper will do.
 *
 * @param sale which of the round's sales it is about
 * @param start milliseconds after the beginning of the round
 */
public record Script(int sale, long start, List<Step> steps) {

    public Script {
        steps = List.copyOf(steps);
    }
}
