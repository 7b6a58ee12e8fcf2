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
        return Case.of("E3", Kind.PATH)
                .on(LabDatabase.KIND)
                .on(LabKafka.KIND)
                .scheme(
                        QueuePath.class,
                        QueueCases::path,
                        Scenario.crowd(),
                        Scenario.holds("everything-in-the-request", Fault.CROWD, ScenarioContext::crowd)
                                .with(IN_REQUEST, true));
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
        return Operations.of(path);
    }
}
