import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.own.Purchase;
import io.flashsale.locklab.own.StringRedisTemplate;
import io.flashsale.locklab.scheme.Outcome;
import java.time.Duration;
import java.util.List;

/** Deducts all goods and notes the order in one transaction, under one lock. Who sees the old stock? */
public class UnlockBeforeCommit implements Purchase {

    private static final String LOCK = "reduceStock";

    private final StringRedisTemplate redis;
    private final Database database;
    private final Duration lease;

    public UnlockBeforeCommit(StringRedisTemplate redis, Database database, Duration lease) {
        this.redis = redis;
        this.database = database;
        this.lease = lease;
        database.sql("CREATE TABLE IF NOT EXISTS goods (name VARCHAR(100) PRIMARY KEY, units INT NOT NULL)").update();
        database.sql("CREATE TABLE IF NOT EXISTS flow (order_id VARCHAR(100) PRIMARY KEY)").update();
    }

    @Override
    public Outcome buy(String orderId, List<String> goods) {
        return database.inTransaction(() -> {
            if (!redis.opsForValue().setIfAbsent(LOCK, orderId, lease)) {
                return Outcome.BUSY;
            }
            try {
                return reduceStock(orderId, goods);
            } finally {
                redis.delete(LOCK);
            }
        });
    }

    private Outcome reduceStock(String orderId, List<String> goods) {
        if (number("SELECT COUNT(*) FROM flow WHERE order_id = ?", orderId) > 0) {
            return Outcome.TAKEN; // it was carried out
        }
        List<Integer> units = goods.stream().map(this::left).toList();
        if (units.contains(0)) {
            return Outcome.SOLD_OUT;
        }
        database.sql("INSERT INTO flow (order_id) VALUES (?)").param(orderId).update();
        for (int at = 0; at < goods.size(); at++) {
            fill(goods.get(at), units.get(at) - 1);
        }
        return Outcome.TAKEN;
    }

    @Override
    public void fill(String name, int units) {
        database.sql("REPLACE INTO goods (name, units) VALUES (?, ?)").params(name, units).update();
    }

    @Override
    public int left(String name) {
        return number("SELECT units FROM goods WHERE name = ?", name);
    }

    private int number(String query, String parameter) {
        return database.sql(query).param(parameter).query(Integer.class).single();
    }
}
