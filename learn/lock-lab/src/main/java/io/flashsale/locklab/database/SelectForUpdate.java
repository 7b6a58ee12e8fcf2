package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;
import org.springframework.dao.PessimisticLockingFailureException;

/**
 * The database locks the row when it is read and unlocks it when the transaction ends.
 *
 * <p>Guarantees: no other transaction locks or changes the row in between. If a process dies its connection closes,
 * which unlocks the row; a lost host's stays until wait_timeout. Does not: spare connections. Each holder <em>and
 * each waiter</em> occupies one of the pool, so a slow holder can exhaust it. With NOWAIT nobody waits: a client
 * that does not get the row returns its connection at once.
 */
public final class SelectForUpdate extends StockTable {

    /** The row is locked; nothing has been written yet. */
    public static final String LOCKED = "row-locked";

    /** About to ask for the row, with a connection in hand. */
    public static final String ASKS = "asks-for-the-row";

    /** Did not get the row and has returned the connection. */
    public static final String WENT = "went-without-the-row";

    private final String howToWait;

    private SelectForUpdate(Database database, String howToWait) {
        super(database);
        this.howToWait = howToWait;
    }

    /** Waits for the row as long as the database allows (50 s). */
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
