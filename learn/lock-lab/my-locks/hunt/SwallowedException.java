import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.own.Purchase;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;
import org.springframework.dao.DuplicateKeyException;

/** Sells under row locks (SELECT … FOR UPDATE) in one transaction. Find the unit that nobody gets. */
public class SwallowedException implements Purchase {

    private final Database database;

    public SwallowedException(Database database) {
        this.database = database;
        database.sql("CREATE TABLE IF NOT EXISTS goods (name VARCHAR(100) PRIMARY KEY, units INT NOT NULL)").update();
        database.sql("CREATE TABLE IF NOT EXISTS carried_out (order_id VARCHAR(100) PRIMARY KEY)").update();
    }

    @Override
    public Outcome buy(String orderId, List<String> goods) {
        try {
            return database.inTransaction(() -> {
                try {
                    goods.forEach(this::take);
                } catch (SoldOut some) {
                    return Outcome.SOLD_OUT;
                }
                database.sql("INSERT INTO carried_out (order_id) VALUES (?)").param(orderId).update();
                return Outcome.TAKEN;
            });
        } catch (DuplicateKeyException itWasCarriedOut) {
            return Outcome.TAKEN;
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
