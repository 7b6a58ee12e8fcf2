package io.flashsale.locklab.path.order;

import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.scheme.Outcome;
import java.util.function.Supplier;
import org.springframework.dao.DuplicateKeyException;

/** The table of orders, with or without a unique key on user and item. */
final class OrderTable {

    private final Database database;

    /** @param uniqueKey whether the database refuses a user's second order */
    OrderTable(Database database, boolean uniqueKey) {
        this.database = database;
        database.sql("""
                CREATE TABLE IF NOT EXISTS placed_order (
                    id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
                    item VARCHAR(100) NOT NULL,
                    user VARCHAR(100) NOT NULL%s)""".formatted(uniqueKey ? ", UNIQUE KEY one_each (item, user)" : ""))
                .update();
    }

    boolean hasOne(String item, String user) {
        return database.sql("SELECT COUNT(*) FROM placed_order WHERE item = ? AND user = ?")
                        .params(item, user)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    Outcome insert(String item, String user) {
        try {
            database.sql("INSERT INTO placed_order (item, user) VALUES (?, ?)")
                    .params(item, user)
                    .update();
            return Outcome.TAKEN;
        } catch (DuplicateKeyException hasOneAlready) {
            return Outcome.REFUSED;
        }
    }

    Outcome inTransaction(Supplier<Outcome> work) {
        return database.inTransaction(work);
    }
}
