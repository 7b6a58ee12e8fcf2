package io.flashsale.locklab.path.queue;

import io.flashsale.locklab.database.Database;

/** Stock and orders of a sale, as both paths of E3 keep them. */
final class SaleTables {

    private final Database database;

    SaleTables(Database database) {
        this.database = database;
        database.sql(
                        "CREATE TABLE IF NOT EXISTS stock (item VARCHAR(100) NOT NULL PRIMARY KEY, available INT NOT NULL)")
                .update();
        database.sql("""
                CREATE TABLE IF NOT EXISTS sale_order (
                    id BIGINT NOT NULL PRIMARY KEY,
                    item VARCHAR(100) NOT NULL,
                    user BIGINT NOT NULL,
                    UNIQUE KEY one_each (item, user))""").update();
    }

    void fill(String item, int units) {
        database.sql("REPLACE INTO stock (item, available) VALUES (?, ?)")
                .params(item, units)
                .update();
    }

    int available(String item) {
        return database.sql("SELECT available FROM stock WHERE item = ?")
                .param(item)
                .query(Integer.class)
                .single();
    }

    boolean hasOrder(String item, long user) {
        return database.sql("SELECT COUNT(*) FROM sale_order WHERE item = ? AND user = ?")
                        .params(item, user)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    /** Whether there were that many units. */
    boolean deduct(String item, int units) {
        return database.sql("UPDATE stock SET available = available - ? WHERE item = ? AND available >= ?")
                        .params(units, item, units)
                        .update()
                == 1;
    }

    /** Whether the order was not there before. */
    boolean insertOrder(long id, String item, long user) {
        return database.sql("INSERT IGNORE INTO sale_order (id, item, user) VALUES (?, ?, ?)")
                        .params(id, item, user)
                        .update()
                == 1;
    }
}
