package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;
import java.util.Optional;

/**
 * Optimistic first, pessimistic in the end: a few versioned attempts, then a row lock.
 *
 * <p>Guarantees: what {@link VersionedUpdate} does, and that a buyer is served after at most {@value #ATTEMPTS}
 * failed attempts, whatever others do. Does not: save those attempts. A buyer who needs the lock also waits for it
 * with a connection in hand.
 */
public final class VersionThenLock extends StockTable {

    /** The attempts are used up; the row is about to be locked. */
    public static final String UPGRADED = "upgraded-to-a-lock";

    private static final int ATTEMPTS = 3;

    public VersionThenLock(Database database) {
        super(database);
    }

    @Override
    public Outcome deduct(String item, int units) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            Optional<Outcome> outcome = update(item, units, StockRow.read(database, item));
            if (outcome.isPresent()) {
                return outcome.get();
            }
            FailPoints.hit(FailPoints.RETRIED);
        }
        FailPoints.hit(UPGRADED);
        return database.inTransaction(() -> update(item, units, StockRow.readAndLock(database, item))
                .orElseThrow(() -> new IllegalStateException("somebody changed a row that we had locked")));
    }

    /** Empty if the row's version has changed. */
    private Optional<Outcome> update(String item, int units, StockRow row) {
        FailPoints.hit(ComparedValue.READ);
        if (row.available() < units) {
            return Optional.of(Outcome.SOLD_OUT);
        }
        int updated = database.sql(
                        "UPDATE stock SET available = ?, version = version + 1 WHERE item = ? AND version = ?")
                .params(row.available() - units, item, row.version())
                .update();
        if (updated == 0) {
            FailPoints.hit(VersionedUpdate.UPDATE_FAILED);
            return Optional.empty();
        }
        return Optional.of(Outcome.TAKEN);
    }
}
