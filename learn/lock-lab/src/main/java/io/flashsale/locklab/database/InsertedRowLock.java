package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;

/**
 * A row is the lock: inserting it acquires the lock, deleting it releases the lock. The primary key admits one.
 *
 * <p>Guarantees: mutual exclusion as long as the database runs. Does not: free the lock of a holder that died, let
 * the holder in again, wait, or keep an order.
 */
public final class InsertedRowLock implements LockScheme {

    private final Database database;

    public InsertedRowLock(Database database) {
        this.database = database;
        database.sql("CREATE TABLE IF NOT EXISTS held_lock (name VARCHAR(100) NOT NULL PRIMARY KEY)")
                .update();
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        try {
            database.sql("INSERT INTO held_lock (name) VALUES (?)").param(name).update();
        } catch (DuplicateKeyException | PessimisticLockingFailureException heldBySomebody) {
            return false; // deadlock: several waited for a row being deleted; all but one fail
        }
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            database.sql("DELETE FROM held_lock WHERE name = ?").param(name).update();
        }
        return true;
    }

    @Override
    public void close() {
        database.close();
    }
}
