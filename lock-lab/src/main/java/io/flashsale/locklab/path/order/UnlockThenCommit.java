package io.flashsale.locklab.path.order;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A lock inside a transaction: begin, lock, check, insert, unlock, commit. It is what a method annotated with
 * {@code @Transactional} does that locks in its body.
 *
 * <p>Guarantees: nothing, although the lock works. Between the unlock and the commit the next one is inside, and does not
 * see what is not committed.
 */
final class UnlockThenCommit implements OrderScheme {

    /** The lock was given back. */
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
