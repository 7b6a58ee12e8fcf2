import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.own.Purchase;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;

/** Writes the order first, and then has the stock deducted. An order that exists was carried out. Was it? */
public class OrderStays implements Purchase {

    private final Database database;

    public OrderStays(Database database) {
        this.database = database;
        database.sql("CREATE TABLE IF NOT EXISTS goods (name VARCHAR(100) PRIMARY KEY, units INT NOT NULL)").update();
        database.sql("CREATE TABLE IF NOT EXISTS orders (id VARCHAR(100) PRIMARY KEY)").update();
    }

    @Override
    public Outcome buy(String orderId, List<String> goods) {
        if (database.sql("INSERT IGNORE INTO orders (id) VALUES (?)").param(orderId).update() == 0) {
            return Outcome.TAKEN; // it came before
        }
        return reduceStock(goods) ? Outcome.TAKEN : Outcome.SOLD_OUT;
    }

    /** The service of the stock, with a transaction of its own. */
    private boolean reduceStock(List<String> goods) {
        try {
            return database.inTransaction(() -> {
                goods.forEach(this::take);
                return true;
            });
        } catch (SoldOut nothingWasTaken) {
            return false;
        }
    }

    private void take(String name) {
        if (database.sql("UPDATE goods SET units = units - 1 WHERE name = ? AND units >= 1").param(name).update() == 0) {
            throw new SoldOut();
        }
    }

    private static class SoldOut extends RuntimeException {}

    @Override
    public void fill(String name, int units) {
        database.sql("REPLACE INTO goods (name, units) VALUES (?, ?)").params(name, units).update();
    }

    @Override
    public int left(String name) {
        return database.sql("SELECT units FROM goods WHERE name = ?").param(name).query(Integer.class).single();
    }
}
