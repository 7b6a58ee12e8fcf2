package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;

/**
 * Optimistic locking: each update increments a version and applies only to the version that was read.
 *
 * <p>Guarantees: it notices every change of the row in between, even if the value is the same again; it holds no
 * lock between reading and updating. Does not: make progress for many under contention. Of all who read the same
 * version one succeeds; the others have worked in vain and get {@link Outcome#BUSY}.
 */
public final class VersionedUpdate extends StockTable {

    /** An update found another version than the one read. */
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
