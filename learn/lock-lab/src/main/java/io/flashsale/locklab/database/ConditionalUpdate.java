package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.Outcome;

/**
 * One statement that tests and takes: the simplest correct scheme.
 *
 * <p>Guarantees: no unit is sold twice; no buyer fails because of another; one statement per unit. The database
 * holds the row's lock only while it runs the statement. Does not: return anything but success or sold out, so it
 * suits a counter and nothing that needs a look first. It does not recognise a repeated call. All sales of an item
 * still queue for one row, so the update rate of that row limits sales.
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
