package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;

/**
 * Optimistic locking: each update counts a version up, and applies only to the version that was read.
 *
 * <p>Guarantees: that whatever happened to the row in between is noticed, also if its value is the same again; and no
 * lock is held while somebody thinks. Does not: get anywhere under contention. Of many who read the same version one
 * succeeds; all others have worked for nothing and are answered {@link Outcome#BUSY}.
 */
public final class VersionedUpdate extends StockTable {

    /** An update found another version than the one that was read. */
    public static final String UPDATE_FAILED = "update-failed";

    public VersionedUpdate(Database database) {
        super(database);
    }

    @Override
    public Outcome deduct(String item, int units) {
        StockRow row = StockRow.read(database, item);
        FailPoints.hit(ComparedValue.READ);
        if (row.available() < units) {
            return Outcome.SOLD_OUT;
        }
        int updated = database.sql(
                        "UPDATE stock SET available = ?, version = version + 1 WHERE item = ? AND version = ?")
                .params(row.available() - units, item, row.version())
                .update();
        if (updated == 0) {
            FailPoints.hit(UPDATE_FAILED);
            return Outcome.BUSY;
        }
        return Outcome.TAKEN;
    }
}
