package io.flashsale.locklab.path.order;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Checks and inserts under a lock per user, so that requests of different users run in parallel.
 *
 * <p>Guarantees: one order for each user, as long as the lock admits one request. Does not: hold when the lock is
 * lost. A unique key is cheaper and cannot be lost.
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
