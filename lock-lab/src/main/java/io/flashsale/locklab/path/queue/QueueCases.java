package io.flashsale.locklab.path.queue;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.redis.redisson.RedissonClients;
import io.flashsale.locklab.redis.redisson.RedissonLock;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import io.flashsale.locklab.scheme.StockScheme;
import org.redisson.api.RedissonClient;

/** E3: everything in the request, or most of it behind a queue. */
public final class QueueCases {

    private static final String IN_REQUEST = "in-request";

    private QueueCases() {}

    public static Case requestOrQueue() {
        return Case.of("E3", Kind.PATH, "Lua, queue, order; and everything in the request")
                .shows("Throughput and latency of the two paths.")
                .guarantees("nothing is oversold, on either path", "each that is admitted becomes one order")
                .doesNotGuarantee("the queue: an order at once", "the request: an answer soon")
                .on(LabDatabase.KIND)
                .on(LabKafka.KIND)
                .scheme(
                        QueuePath.class,
                        QueueCases::path,
                        Scenario.crowd("The script decides, Kafka keeps, orders are placed in batches. A unit counts as"
                                + " sold when its reservation is in Kafka; the step placed counts orders."),
                        Scenario.holds(
                                        "everything-in-the-request",
                                        Fault.CROWD,
                                        "The same crowd, with look, lock, check, deduction and insert in each request"
                                                + " (RequestPath).",
                                        ScenarioContext::crowd)
                                .with(IN_REQUEST, true));
    }

    private static Operations path(SchemeContext context) {
        Users users = new Users(context.redis());
        RedissonClient redisson = RedissonClients.at(context.setting("redis"), context.lease());
        Database database = new Database(context);
        StockScheme path = Boolean.parseBoolean(context.setting(IN_REQUEST, "false"))
                ? new RequestPath(database, new RedissonLock(redisson), users, context.timeout())
                : new QueuePath(
                        redisson,
                        database,
                        new QueuePath.Kafka(context.setting("kafka"), context.setting("topic")),
                        users);
        return Operations.of(path);
    }
}
