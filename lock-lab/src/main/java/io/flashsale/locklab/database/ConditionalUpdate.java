package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.StockScheme;

/**
 * One statement that tests and takes: the least that is right.
 *
 * <p>Guarantees: no unit is sold twice, nobody fails because of somebody else, one statement a unit; the database holds
 * the row's lock just while it carries the statement out. Does not: say anything but how many units are left, so it
 * fits a counter and nothing that must be looked at first; nor does it tell a repeated call from a new one. All sales
 * of an item still wait for one row: how fast that row can be updated is how fast the item sells.
 */
public final class ConditionalUpdate implements StockScheme {

    private final Database database;
    private final StockTable table;

    public ConditionalUpdate(Database database) {
        this.database = database;
        this.table = new StockTable(database);
    }

    @Override
    public Outcome deduct(String item, int units) {
        int updated = database.sql("UPDATE stock SET available = available - ? WHERE item = ? AND available >= ?")
                .params(units, item, units)
                .update();
        return updated == 1 ? Outcome.TAKEN : Outcome.SOLD_OUT;
    }

    @Override
    public void fill(String item, int units) {
        table.fill(item, units);
    }

    @Override
    public int left(String item) {
        return table.available(item);
    }

    @Override
    public void close() {
        database.close();
    }
}
