package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.StockScheme;

/** The stock table that this package's schemes share. Each scheme decides how units leave it. */
abstract sealed class StockTable implements StockScheme
        permits ComparedValue, ConditionalUpdate, SelectForUpdate, VersionThenLock, VersionedUpdate {

    final Database database;

    StockTable(Database database) {
        this.database = database;
        database.sql("""
                CREATE TABLE IF NOT EXISTS stock (
                    item VARCHAR(100) NOT NULL PRIMARY KEY,
                    available INT NOT NULL,
                    version BIGINT NOT NULL)""").update();
    }

    @Override
    public final void fill(String item, int units) {
        database.sql("REPLACE INTO stock (item, available, version) VALUES (?, ?, 0)")
                .params(item, units)
                .update();
    }

    @Override
    public final int left(String item) {
        return database.sql("SELECT available FROM stock WHERE item = ?")
                .param(item)
                .query(Integer.class)
                .single();
    }

    @Override
    public final void close() {
        database.close();
    }
}
