package io.flashsale.locklab.path.order;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A transaction inside a lock: lock, begin, check, insert, commit, unlock.
 *
 * <p>Guarantees: each holder sees what earlier ones have done. Does not: guarantee more than the lock does.
 */
final class CommitThenUnlock implements OrderScheme {

    private final LockScheme lock;
    private final OrderTable orders;
    private final CheckThenInsert order;

    CommitThenUnlock(LockScheme lock, OrderTable orders) {
        this.lock = lock;
        this.orders = orders;
        this.order = new CheckThenInsert(orders);
    }

    @Override
    public Outcome order(String item, String user) throws InterruptedException {
        AtomicReference<Outcome> outcome = new AtomicReference<>(Outcome.BUSY);
        lock.whileHolding(
                "order:" + item + ":" + user,
                Duration.ZERO,
                token -> outcome.set(orders.inTransaction(() -> order.order(item, user))));
        FailPoints.hit(UnlockThenCommit.UNLOCKED);
        return outcome.get();
    }
}
