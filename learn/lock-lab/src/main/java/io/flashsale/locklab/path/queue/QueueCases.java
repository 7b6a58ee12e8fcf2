package io.flashsale.locklab.path.queue;

import static io.flashsale.locklab.catalogue.Fault.CROWD;
import static io.flashsale.locklab.catalogue.Scenario.holds;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.redis.redisson.RedissonClients;
import io.flashsale.locklab.redis.redisson.RedissonLock;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.SchemeContext;
import io.flashsale.locklab.scheme.StockScheme;
import org.redisson.api.RedissonClient;

/** E3: everything in the request, or most of it behind a queue. */
public final class QueueCases {

    private static final String IN_REQUEST = "in-request";

    /** The operation that returns when all reservations are orders. */
    private static final String PLACE_ALL = "place-all";

    private QueueCases() {}

    public static Case requestOrQueue() {
        return Case.of("E3", Kind.PATH)
                .on(LabDatabase.KIND)
                .on(LabKafka.KIND)
                .scheme(
                        QueuePath.class,
                        QueueCases::path,
                        holds(Scenario.CROWD, CROWD, QueueCases::crowdGetsOrders),
                        holds("everything-in-the-request", CROWD, QueueCases::crowdGetsOrders)
                                .with(IN_REQUEST, true));
    }

    /** The crowd buys. When all reservations are placed, each unit that is gone must be one order of one user. */
    private static void crowdGetsOrders(ScenarioContext context) {
        context.crowd();
        context.client("clerk", 1).begin(PLACE_ALL).outcome();
        int gone = context.sizes().stock() - count(context, "SELECT available FROM stock WHERE item = ?");
        int orders = count(context, "SELECT COUNT(*) FROM sale_order WHERE item = ?");
        int users = count(context, "SELECT COUNT(DISTINCT user) FROM sale_order WHERE item = ?");
        if (users < orders) {
            context.found(Failure.SECOND_ORDER, "users-and-orders", users, orders);
        } else if (orders > gone) {
            context.found(Failure.OVERSOLD, "orders-and-units", orders, gone);
        } else if (orders < gone) {
            context.found(Failure.NO_ORDER, "orders-and-units", orders, gone);
        }
    }

    private static int count(ScenarioContext context, String statement) {
        return context.backend(LabDatabase.KIND)
                .sql()
                .sql(statement)
                .param(context.item())
                .query(Integer.class)
                .single();
    }

    private static Operations path(SchemeContext context) {
        Users users = new Users(context.redis());
        RedissonClient redisson = RedissonClients.at(context.setting("redis"), context.lease());
        Database database = new Database(context);
        StockScheme path = context.isSet(IN_REQUEST)
                ? new RequestPath(database, new RedissonLock(redisson), users, context.timeout())
                : new QueuePath(
                        redisson,
                        database,
                        new QueuePath.Kafka(context.setting("kafka"), context.setting("topic")),
                        users);
        return Operations.of(path).with(PLACE_ALL, item -> {
            path.left(item);
            return Outcome.DONE;
        });
    }
}
