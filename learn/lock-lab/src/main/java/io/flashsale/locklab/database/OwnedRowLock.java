package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;

/**
 * A row as a lock, with a column or table against each weakness of {@link InsertedRowLock}.
 *
 * <p>An owner and a count let the holder enter again. An expiry and a sweeper remove a dead holder's row. A queue
 * serves clients in order of arrival. A client retries until its timeout.
 *
 * <p>Guarantees: one holder at a time as long as the work is shorter than the lease; waiters get in in the order of
 * their queue numbers; after a death the lock stays taken for one lease at most. Does not: exclude a second holder
 * if the work outlives the lease. It is also expensive: {@link #STATEMENT} counts its statements.
 */
public final class OwnedRowLock implements LockScheme {

    /** Hit once for each statement that the lock sends, to count them. */
    public static final String STATEMENT = "statement";

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

    private final String process = UUID.randomUUID().toString();
    private final ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("sweeper").factory());
    private final Database database;
    private final long leaseMicros;

    public OwnedRowLock(Database database, Duration lease) {
        this.database = database;
        this.leaseMicros = lease.toNanos() / 1_000;
        statement("""
                CREATE TABLE IF NOT EXISTS owned_lock (
                    name VARCHAR(100) NOT NULL PRIMARY KEY,
                    owner VARCHAR(100) NOT NULL,
                    entries INT NOT NULL,
                    expires_at DATETIME(6) NOT NULL)""").update();
        statement("""
                CREATE TABLE IF NOT EXISTS lock_queue (
                    number BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
                    name VARCHAR(100) NOT NULL,
                    expires_at DATETIME(6) NOT NULL,
                    KEY lock_queue_name (name, number))""").update();
        long third = lease.toMillis() / 3;
        sweeper.scheduleWithFixedDelay(this::sweep, third, third, TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String me = process + "/" + Thread.currentThread().threadId();
        if (!enterAgain(name, me) && !queueUp(name, me, timeout)) {
            return false;
        }
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            leave(name, me);
        }
        return true;
    }

    private boolean enterAgain(String name, String me) {
        return statement("UPDATE owned_lock SET entries = entries + 1, expires_at = " + inALease()
                                + " WHERE name = ? AND owner = ?")
                        .params(leaseMicros, name, me)
                        .update()
                == 1;
    }

    private boolean queueUp(String name, String me, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        long number = join(name);
        try {
            while (!(isFirst(name, number) && take(name, me))) {
                FailPoints.hit(FailPoints.WAITS);
                if (System.nanoTime() >= deadline) {
                    return false;
                }
                Thread.sleep(BETWEEN_LOOKS);
                statement("UPDATE lock_queue SET expires_at = " + inALease() + " WHERE number = ?")
                        .params(leaseMicros, number)
                        .update();
            }
            return true;
        } finally {
            statement("DELETE FROM lock_queue WHERE number = ?").param(number).update();
        }
    }

    private long join(String name) {
        KeyHolder number = new GeneratedKeyHolder();
        statement("INSERT INTO lock_queue (name, expires_at) VALUES (?, " + inALease() + ")")
                .params(name, leaseMicros)
                .update(number);
        return Objects.requireNonNull(number.getKey(), "number in the queue").longValue();
    }

    private boolean isFirst(String name, long number) {
        return statement("SELECT COUNT(*) FROM lock_queue WHERE name = ? AND number < ?")
                        .params(name, number)
                        .query(Integer.class)
                        .single()
                == 0;
    }

    /** Tries to insert the row; the primary key decides, whatever the queue looked like. */
    private boolean take(String name, String me) {
        try {
            return statement("INSERT IGNORE INTO owned_lock (name, owner, entries, expires_at) VALUES (?, ?, 1, "
                                    + inALease() + ")")
                            .params(name, me, leaseMicros)
                            .update()
                    == 1;
        } catch (PessimisticLockingFailureException beingDeleted) {
            return false;
        }
    }

    private void leave(String name, String me) {
        statement("UPDATE owned_lock SET entries = entries - 1 WHERE name = ? AND owner = ?")
                .params(name, me)
                .update();
        statement("DELETE FROM owned_lock WHERE name = ? AND owner = ? AND entries = 0")
                .params(name, me)
                .update();
    }

    /** Removes expired rows. Each process has a sweeper; concurrent sweeps do no harm. */
    private void sweep() {
        try {
            database.sql("DELETE FROM owned_lock WHERE expires_at < NOW(6)").update();
            database.sql("DELETE FROM lock_queue WHERE expires_at < NOW(6)").update();
        } catch (DataAccessException notNow) {
            FailPoints.hit("swept-in-vain"); // swallowed, as an exception would end the sweeper; the next sweep retries
        }
    }

    private static String inALease() {
        return "NOW(6) + INTERVAL ? MICROSECOND";
    }

    private JdbcClient.StatementSpec statement(String text) {
        FailPoints.hit(STATEMENT);
        return database.sql(text);
    }

    @Override
    public void close() {
        sweeper.shutdownNow();
        database.close();
    }
}
