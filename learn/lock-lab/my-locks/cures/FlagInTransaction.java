import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.own.Purchase;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;
import org.springframework.dao.DuplicateKeyException;

/** Sells by conditional updates and commits the flag that identifies a repeated order in the same transaction. */
public class FlagInTransaction implements Purchase {

    private final Database database;

    public FlagInTransaction(Database database) {
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
            return Outcome.SOLD_OUT;
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
