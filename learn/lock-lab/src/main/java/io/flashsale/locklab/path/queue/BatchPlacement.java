package io.flashsale.locklab.path.queue;

import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.scheme.FailPoints;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Places a batch of reservations in one transaction. It inserts the missing orders and deducts their units at once.
 * A repeated reservation changes nothing.
 */
final class BatchPlacement {

    /** A reservation has become a committed order. */
    static final String PLACED = "placed";

    private final Database database;
    private final SaleTables tables;

    BatchPlacement(Database database, SaleTables tables) {
        this.database = database;
        this.tables = tables;
    }

    record Reserved(long id, String item, long user) {}

    /** @throws IllegalStateException if more was admitted than is in stock; then it places nothing of the batch */
    void place(List<Reserved> batch) {
        int placed = database.inTransaction(() -> {
            Map<String, Integer> units = new HashMap<>();
            for (Reserved reservation : batch) {
                if (tables.insertOrder(reservation.id(), reservation.item(), reservation.user())) {
                    units.merge(reservation.item(), 1, Integer::sum);
                }
            }
            units.forEach((item, number) -> {
                if (!tables.deduct(item, number)) {
                    throw new IllegalStateException("more was admitted of " + item + " than there is");
                }
            });
            return units.values().stream().mapToInt(Integer::intValue).sum();
        });
        for (int i = 0; i < placed; i++) {
            FailPoints.hit(PLACED);
        }
    }
}
