package io.flashsale.locklab.jvm;

import io.flashsale.locklab.resource.ProtectedResource;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.StockScheme;
import io.flashsale.locklab.scheme.Work;

/**
 * Reads the stock, tests it, and writes it back less what was sold, without any lock.
 *
 * <p>Guarantees: nothing, as soon as there are two buyers.
 *
 * <p>Does not guarantee: that a unit is sold once. Five buyers who read 100 all write 99: each has a unit, and the
 * stock has lost only one.
 */
public final class ReadTestWrite implements StockScheme {

    private final ProtectedResource resource;

    public ReadTestWrite(ProtectedResource resource) {
        this.resource = resource;
    }

    @Override
    public Outcome deduct(String item, int units) {
        int left = resource.read(item);
        FailPoints.hit(LockedStock.INSIDE);
        if (left < units) {
            return Outcome.SOLD_OUT;
        }
        resource.write(item, left - units, Work.NO_TOKEN);
        return Outcome.TAKEN;
    }

    @Override
    public void fill(String item, int units) {
        resource.fill(item, units);
    }

    @Override
    public int left(String item) {
        return resource.read(item);
    }
}
