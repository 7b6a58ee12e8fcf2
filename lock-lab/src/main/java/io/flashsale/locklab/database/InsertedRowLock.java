package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;

/**
 * A row is the lock: who can insert it holds the lock, who deletes it gives it back. The primary key lets one in.
 *
 * <p>Guarantees mutual exclusion as long as the database runs. Does not: free the lock of a holder that died, let the
 * holder in again, wait, or keep an order.
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
            return false; // the second: several waited for a row that is being deleted, and all but one must go
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
