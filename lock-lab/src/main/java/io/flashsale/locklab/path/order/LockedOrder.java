package io.flashsale.locklab.path.order;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Check and insert under a lock that is named after the user: requests of other users go on beside it.
 *
 * <p>Guarantees: one order for each user, as long as the lock lets one in. Does not: hold when the lock is lost; a unique
 * key is cheaper, and cannot be lost.
 */
final class LockedOrder implements OrderScheme {

    private final LockScheme lock;
    private final CheckThenInsert order;

    LockedOrder(LockScheme lock, CheckThenInsert order) {
        this.lock = lock;
        this.order = order;
    }

    @Override
    public Outcome order(String item, String user) throws InterruptedException {
        AtomicReference<Outcome> outcome = new AtomicReference<>(Outcome.BUSY);
        lock.whileHolding("order:" + item + ":" + user, Duration.ZERO, token -> outcome.set(order.order(item, user)));
        return outcome.get();
    }
}
