package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;
import org.springframework.dao.PessimisticLockingFailureException;

/**
 * The database locks the row when it is read, and unlocks it at the end of the transaction.
 *
 * <p>Guarantees: nobody else reads it for an update, or changes it, in between; and a process that dies frees it, as
 * its connection closes (a lost host's does not: wait_timeout). Does not: cost little. Each who holds <em>and each who
 * waits</em> occupies a connection of the pool, so that one slow holder leaves none for anything else. With NOWAIT
 * nobody waits: who does not get the row gives the connection back at once.
 */
public final class SelectForUpdate extends StockTable {

    /** The row is locked; nothing has been written yet. */
    public static final String LOCKED = "row-locked";

    /** About to ask for the row, with a connection in hand. */
    public static final String ASKS = "asks-for-the-row";

    /** Did not get the row, and has given the connection back. */
    public static final String WENT = "went-without-the-row";

    private final String howToWait;

    private SelectForUpdate(Database database, String howToWait) {
        super(database);
        this.howToWait = howToWait;
    }

    /** Waits for the row, as long as the database lets it (50 s). */
    public static SelectForUpdate waiting(Database database) {
        return new SelectForUpdate(database, "");
    }

    public static SelectForUpdate notWaiting(Database database) {
        return new SelectForUpdate(database, " NOWAIT");
    }

    @Override
    public Outcome deduct(String item, int units) {
        try {
            return database.inTransaction(() -> {
                FailPoints.hit(ASKS);
                int available = database.sql("SELECT available FROM stock WHERE item = ? FOR UPDATE" + howToWait)
                        .param(item)
                        .query(Integer.class)
                        .single();
                FailPoints.hit(LOCKED);
                if (available < units) {
                    return Outcome.SOLD_OUT;
                }
                database.sql("UPDATE stock SET available = ? WHERE item = ?")
                        .params(available - units, item)
                        .update();
                return Outcome.TAKEN;
            });
        } catch (PessimisticLockingFailureException somebodyHasTheRow) {
            FailPoints.hit(WENT);
            return Outcome.BUSY;
        }
    }
}
