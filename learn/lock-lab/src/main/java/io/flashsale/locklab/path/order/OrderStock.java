package io.flashsale.locklab.path.order;

import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.StockScheme;

/** Orders in a table. What is left is the initial stock less the orders. */
final class OrderStock implements StockScheme {

    private final Database database;
    private final OrderScheme scheme;

    /** @param scheme how an order gets into the table */
    OrderStock(Database database, OrderScheme scheme) {
        this.database = database;
        this.scheme = scheme;
        database.sql(
                        "CREATE TABLE IF NOT EXISTS item_stock (item VARCHAR(100) NOT NULL PRIMARY KEY, units INT NOT NULL)")
                .update();
    }

    /** The user that this thread requests for: its name up to the last dash. ann-1 and ann-2 both are ann's. */
    static String user() {
        String request = Thread.currentThread().getName();
        int dash = request.lastIndexOf('-');
        return dash < 0 ? request : request.substring(0, dash);
    }

    @Override
    public void fill(String item, int units) {
        database.sql("REPLACE INTO item_stock (item, units) VALUES (?, ?)")
                .params(item, units)
                .update();
    }

    @Override
    public Outcome deduct(String item, int units) throws InterruptedException {
        return scheme.order(item, user());
    }

    @Override
    public int left(String item) {
        return database.sql("SELECT units - (SELECT COUNT(*) FROM placed_order p WHERE p.item = s.item)"
                        + " FROM item_stock s WHERE s.item = ?")
                .param(item)
                .query(Integer.class)
                .single();
    }

    @Override
    public void close() {
        database.close();
    }
}
