package io.flashsale.locklab.database;

/** A row of stock as it was read. */
record StockRow(int available, long version) {

    static StockRow read(Database database, String item) {
        return database.sql("SELECT available, version FROM stock WHERE item = ?")
                .param(item)
                .query(StockRow.class)
                .single();
    }

    static StockRow readAndLock(Database database, String item) {
        return database.sql("SELECT available, version FROM stock WHERE item = ? FOR UPDATE")
                .param(item)
                .query(StockRow.class)
                .single();
    }
}
