package io.flashsale.chaos.system;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.server.redis.RedisDeployment;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.Backends;
import io.flashsale.devstack.system.DevStack;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The lines from the services to their servers, each of which can be broken: one for each service's database, one for Kafka,
 * and one for a single Redis. Sentinels and nodes of a Cluster tell clients where the others are, past any line of ours.
 */
final class Lines implements AutoCloseable {

    private final Map<String, TcpProxy> proxies = new LinkedHashMap<>();
    private final Backends backends;

    /** @param kafka the line that Kafka tells its clients to use */
    Lines(DevStack stack, TcpProxy kafka) {
        proxies.put(Targets.LINE_TO_KAFKA, kafka);
        this.backends = new Backends(
                database(stack, "stock"),
                database(stack, "order"),
                database(stack, "coupon"),
                stack.database().schema("flashsale_lab"),
                redis(stack),
                "127.0.0.1:" + kafka.port());
    }

    private SqlDatabase database(DevStack stack, String whose) {
        TcpProxy proxy = TcpProxy.to(stack.database().port());
        proxies.put(Targets.lineToDatabaseOf(whose), proxy);
        String schema = "flashsale_" + whose;
        return new SqlDatabase(
                schema,
                SqlDatabase.jdbcUrl("127.0.0.1", proxy.port(), schema),
                stack.database().user(),
                stack.database().password());
    }

    private RedisDeployment redis(DevStack stack) {
        RedisDeployment redis = stack.redisDeployment();
        if (!(redis instanceof RedisDatabase one)) {
            return redis;
        }
        TcpProxy proxy = TcpProxy.to(one.port());
        proxies.put(Targets.LINE_TO_REDIS, proxy);
        return new RedisDatabase("127.0.0.1", proxy.port(), one.index());
    }

    /** What the services are told. */
    Backends backends() {
        return backends;
    }

    /** @throws IllegalArgumentException if there is no line of this name */
    TcpProxy named(String name) {
        TcpProxy proxy = proxies.get(name);
        if (proxy == null) {
            throw new IllegalArgumentException("There is no line called " + name);
        }
        return proxy;
    }

    void heal() {
        proxies.values().forEach(TcpProxy::heal);
    }

    @Override
    public void close() {
        proxies.values().forEach(TcpProxy::close);
    }
}
