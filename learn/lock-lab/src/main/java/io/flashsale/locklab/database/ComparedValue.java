package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;

/**
 * Compare and set: the update applies only if the value is still the one that was read.
 *
 * <p>Guarantees: without a lock, no unit of a counter is sold twice. Does not: notice that the value went from A to
 * B and back to A in between (the ABA problem). That is harmless for a counter. It is not when the row stands for
 * more than its number: a lot was recalled and replaced by as many units of another one, at another price.
 */
public final class ComparedValue extends StockTable {

    /** The row has been read and not yet updated. */
    public static final String READ = "between-read-and-update";

    public ComparedValue(Database database) {
        super(database);
    }

    @Override
    public Outcome deduct(String item, int units) {
        int available = left(item);
        FailPoints.hit(READ);
        if (available < units) {
            return Outcome.SOLD_OUT;
        }
        int updated = database.sql("UPDATE stock SET available = ? WHERE item = ? AND available = ?")
                .params(available - units, item, available)
                .update();
        return updated == 1 ? Outcome.TAKEN : Outcome.BUSY;
    }
}
