package io.flashsale.chaos.shopper;

import java.util.List;

/**
 * What a shopper will do.
 *
 * @param sale the index of the sale in the round
 * @param start milliseconds after the start of the round
 */
public record ShopperScript(int sale, long start, List<ShopperStep> steps) {

    public ShopperScript {
        steps = List.copyOf(steps);
    }
}
