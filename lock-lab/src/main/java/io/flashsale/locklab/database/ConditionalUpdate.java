package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.Outcome;

/**
 * One statement that tests and takes: the least that is right.
 *
 * <p>Guarantees: no unit is sold twice, nobody fails because of somebody else, one statement a unit; the database holds
 * the row's lock just while it carries the statement out. Does not: say anything but how many units are left, so it
 * fits a counter and nothing that must be looked at first; nor does it tell a repeated call from a new one. All sales
 * of an item still wait for one row: how fast that row can be updated is how fast the item sells.
 */
public final class ConditionalUpdate extends StockTable {

    public ConditionalUpdate(Database database) {
        super(database);
    }

    @Override
    public Outcome deduct(String item, int units) {
        int updated = database.sql("UPDATE stock SET available = available - ? WHERE item = ? AND available >= ?")
                .params(units, item, units)
                .update();
        return updated == 1 ? Outcome.TAKEN : Outcome.SOLD_OUT;
    }
}
