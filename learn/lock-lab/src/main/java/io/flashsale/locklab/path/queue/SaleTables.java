package io.flashsale.locklab.path.queue;

import io.flashsale.locklab.database.ConditionalUpdate;
import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.scheme.Outcome;

/** Stock and orders of a sale, for both paths of E3. */
final class SaleTables {

    private final Database database;
    private final ConditionalUpdate stock;

    SaleTables(Database database) {
        this.database = database;
        this.stock = new ConditionalUpdate(database);
        database.sql("""
                CREATE TABLE IF NOT EXISTS sale_order (
                    id BIGINT NOT NULL PRIMARY KEY,
                    item VARCHAR(100) NOT NULL,
                    user BIGINT NOT NULL,
                    UNIQUE KEY one_each (item, user))""").update();
    }

    void fill(String item, int units) {
        stock.fill(item, units);
    }

    int available(String item) {
        return stock.left(item);
    }

    boolean hasOrder(String item, long user) {
        return database.sql("SELECT COUNT(*) FROM sale_order WHERE item = ? AND user = ?")
                        .params(item, user)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    /** Whether that many units were in stock. */
    boolean deduct(String item, int units) {
        return stock.deduct(item, units) == Outcome.TAKEN;
    }

    /** Whether the order is new. */
    boolean insertOrder(long id, String item, long user) {
        return database.sql("INSERT IGNORE INTO sale_order (id, item, user) VALUES (?, ?, ?)")
                        .params(id, item, user)
                        .update()
                == 1;
    }
}
