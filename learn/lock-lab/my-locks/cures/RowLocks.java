import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.own.Purchase;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;
import org.springframework.dao.DuplicateKeyException;

/** A sound purchase: row locks (SELECT … FOR UPDATE) in one transaction that takes everything or nothing. */
public class RowLocks implements Purchase {

    private final Database database;

    public RowLocks(Database database) {
        this.database = database;
        database.sql("CREATE TABLE IF NOT EXISTS goods (name VARCHAR(100) PRIMARY KEY, units INT NOT NULL)").update();
        database.sql("CREATE TABLE IF NOT EXISTS carried_out (order_id VARCHAR(100) PRIMARY KEY)").update();
    }

    @Override
    public Outcome buy(String orderId, List<String> goods) {
        try {
            return database.inTransaction(() -> {
                database.sql("INSERT INTO carried_out (order_id) VALUES (?)").param(orderId).update();
                goods.forEach(this::take);
                return Outcome.TAKEN;
            });
        } catch (DuplicateKeyException itWasCarriedOut) {
            return Outcome.TAKEN;
        } catch (SoldOut nothingWasTaken) {
            return Outcome.SOLD_OUT; // the exception has left the transaction, which was rolled back
        }
    }

    private void take(String name) {
        int units = database.sql("SELECT units FROM goods WHERE name = ? FOR UPDATE")
                .param(name)
                .query(Integer.class)
                .single();
        if (units == 0) {
            throw new SoldOut();
        }
        database.sql("UPDATE goods SET units = ? WHERE name = ?").params(units - 1, name).update();
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
