import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.own.Purchase;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;

/** Counts the orders of each of the goods, and inserts one more while there are fewer than units. Find the one too many. */
public class CountThenInsert implements Purchase {

    private static final String COUNT = "SELECT COUNT(*) FROM orders WHERE goods = ?";

    private final Database database;

    public CountThenInsert(Database database) {
        this.database = database;
        database.sql("CREATE TABLE IF NOT EXISTS goods (name VARCHAR(100) PRIMARY KEY, units INT NOT NULL)").update();
        database.sql("CREATE TABLE IF NOT EXISTS orders"
                        + " (id VARCHAR(100), goods VARCHAR(100), PRIMARY KEY (id, goods))")
                .update();
    }

    @Override
    public Outcome buy(String orderId, List<String> goods) {
        return database.inTransaction(() -> {
            if (number("SELECT COUNT(*) FROM orders WHERE id = ?", orderId) > 0) {
                return Outcome.TAKEN; // it was carried out
            }
            if (goods.stream().anyMatch(name -> left(name) <= 0)) {
                return Outcome.SOLD_OUT;
            }
            goods.forEach(name -> database.sql("INSERT INTO orders (id, goods) VALUES (?, ?)")
                    .params(orderId, name)
                    .update());
            return Outcome.TAKEN;
        });
    }

    private int number(String query, String parameter) {
        return database.sql(query).param(parameter).query(Integer.class).single();
    }

    @Override
    public void fill(String name, int units) {
        database.sql("REPLACE INTO goods (name, units) VALUES (?, ?)").params(name, units).update();
    }

    @Override
    public int left(String name) {
        return number("SELECT units FROM goods WHERE name = ?", name) - number(COUNT, name);
    }
}
