package io.flashsale.locklab.path.order;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A lock inside a transaction: begin, lock, check, insert, unlock, commit. A method annotated with
 * {@code @Transactional} that locks in its body does this.
 *
 * <p>Guarantees: nothing, although the lock works. Between the unlock and the commit, the next holder is inside and
 * does not see the uncommitted order.
 */
final class UnlockThenCommit implements OrderScheme {

    /** The lock has been released. */
    static final String UNLOCKED = "unlocked";

    private final LockScheme lock;
    private final OrderTable orders;
    private final CheckThenInsert order;

    UnlockThenCommit(LockScheme lock, OrderTable orders) {
        this.lock = lock;
        this.orders = orders;
        this.order = new CheckThenInsert(orders);
    }

    @Override
    public Outcome order(String item, String user) {
        return orders.inTransaction(() -> {
            AtomicReference<Outcome> outcome = new AtomicReference<>(Outcome.BUSY);
            try {
                lock.whileHolding(
                        "order:" + item + ":" + user, Duration.ZERO, token -> outcome.set(order.order(item, user)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
            FailPoints.hit(UNLOCKED);
            return outcome.get();
        });
    }
}
