import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.own.Purchase;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;

/** Sells by conditional updates in one transaction; a flag identifies a repeat. Find the order that gets nothing. */
public class BurnedFlag implements Purchase {

    private final Redis redis;
    private final Database database;

    public BurnedFlag(Redis redis, Database database) {
        this.redis = redis;
        this.database = database;
        database.sql("CREATE TABLE IF NOT EXISTS goods (name VARCHAR(100) PRIMARY KEY, units INT NOT NULL)").update();
    }

    @Override
    public Outcome buy(String orderId, List<String> goods) {
        String flag = "order:" + orderId;
        if (!redis.call("SET", flag, "seen", "NX").isOk()) {
            return Outcome.TAKEN; // the first call carried it out
        }
        try {
            return database.inTransaction(() -> {
                goods.forEach(this::take);
                return Outcome.TAKEN;
            });
        } catch (SoldOut nothingWasTaken) {
            redis.call("DEL", flag);
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
