package io.flashsale.locklab.path.order;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.transaction.annotation.Transactional;

/**
 * A lock inside a transaction: begin, lock, check, insert, unlock, commit. The method locks in its body, and Spring's
 * proxy begins and commits around it.
 *
 * <p>Guarantees: nothing, although the lock works. Between the unlock and the commit, the next holder is inside and
 * does not see the uncommitted order.
 */
final class UnlockThenCommit implements OrderScheme {

    /** The lock has been released. */
    static final String UNLOCKED = "unlocked";

    private final LockScheme lock;
    private final CheckThenInsert order;

    UnlockThenCommit(LockScheme lock, OrderTable orders) {
        this.lock = lock;
        this.order = new CheckThenInsert(orders);
    }

    @Override
    @Transactional
    public Outcome order(String item, String user) throws InterruptedException {
        AtomicReference<Outcome> outcome = new AtomicReference<>(Outcome.BUSY);
        lock.whileHolding("order:" + item + ":" + user, Duration.ZERO, token -> outcome.set(order.order(item, user)));
        FailPoints.hit(UNLOCKED);
        return outcome.get(); // to the proxy, which commits
    }
}
