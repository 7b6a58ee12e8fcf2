package io.flashsale.locklab.database;

/** The table that the stock schemes of this package share; what they do with it is theirs. */
final class StockTable {

    private final Database database;

    StockTable(Database database) {
        this.database = database;
        database.sql("""
                CREATE TABLE IF NOT EXISTS stock (
                    item VARCHAR(100) NOT NULL PRIMARY KEY,
                    available INT NOT NULL,
                    version BIGINT NOT NULL)""").update();
    }

    void fill(String item, int units) {
        database.sql("REPLACE INTO stock (item, available, version) VALUES (?, ?, 0)")
                .params(item, units)
                .update();
    }

    int available(String item) {
        return database.sql("SELECT available FROM stock WHERE item = ?")
                .param(item)
                .query(Integer.class)
                .single();
    }
}
