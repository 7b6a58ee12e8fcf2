package io.flashsale.commons.sql;

import io.micrometer.core.instrument.Counter;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs a transaction, and retries it after a collision with another one. A collision is a version that has moved
 * on, the same flow inserted concurrently, or a deadlock that the database broke.
 *
 * <p>Fails once the database has ended a wait for a locked row: another wait would keep a connection as long again.
 *
 * <p>Each try reads anew (READ COMMITTED), so a retry sees the other transaction's changes. Under a lock tries
 * hardly ever collide. Without a lock the result is still correct, only slower.
 */
public final class OptimisticTransaction {

    private static final int MAX_TRIES = 20;
    private static final int MAX_PAUSE_MS = 20;

    /** MySQL's ER_LOCK_WAIT_TIMEOUT, for which Spring has the same exception as for a deadlock. */
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private final TransactionTemplate transaction;
    private final Counter conflicts;
    private final Runnable pause;

    /** @param conflicts counts the tries that collided */
    public OptimisticTransaction(PlatformTransactionManager transactions, Counter conflicts) {
        this(transactions, conflicts, OptimisticTransaction::pause);
    }

    /**
     * The same for a caller that makes its own pauses.
     *
     * @param pause between two tries
     */
    public OptimisticTransaction(PlatformTransactionManager transactions, Counter conflicts, Runnable pause) {
        this.pause = pause;
        this.transaction = new TransactionTemplate(transactions);
        transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        this.conflicts = conflicts;
    }

    /**
     * @throws ConcurrencyFailureException or DuplicateKeyException when all tries collided, or one waited too long for a
     *     row; nothing was changed
     */
    public <T> T execute(Supplier<T> work) {
        for (int tries = 1; ; tries++) {
            try {
                return transaction.execute(status -> work.get());
            } catch (ConcurrencyFailureException | DuplicateKeyException collision) {
                conflicts.increment();
                if (tries == MAX_TRIES || hasWaited(collision)) {
                    throw collision;
                }
                pause.run();
            }
        }
    }

    /** Checks the row count of a versioned update. */
    public void requireOne(int updatedRows) {
        if (updatedRows != 1) {
            throw new OptimisticLockingFailureException("the row has changed since it was read");
        }
    }

    private static boolean hasWaited(DataAccessException collision) {
        return collision.getMostSpecificCause() instanceof SQLException fault
                && fault.getErrorCode() == LOCK_WAIT_TIMEOUT;
    }

    private static void pause() {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(1, MAX_PAUSE_MS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted between two tries", interrupted);
        }
    }
}
