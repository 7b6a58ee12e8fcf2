package io.flashsale.devstack.system;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.server.redis.RedisDeployment;
import io.flashsale.devstack.server.sql.SqlDatabase;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The breakable lines (TCP proxies) from the services to the servers of a stack.
 *
 * <p>There is one for each service's database, one for Kafka, and one for a single Redis. Sentinels and Cluster
 * nodes tell clients the other nodes' addresses, which bypass any line.
 *
 * <p>If a system {@linkplain FlashSaleSystemBuilder#gatewayBehind is wired with them}, there is also one from
 * the gateways to each instance of the services that shoppers call.
 */
public final class Lines implements AutoCloseable {

    public static final String TO_REDIS = "line to redis";
    public static final String TO_KAFKA = "line to kafka";

    private static final String FROM_GATEWAY = "line from gateway to ";

    private final Map<String, TcpProxy> proxies = new LinkedHashMap<>();
    private final BackingServices backends;

    /** @param kafka the line that Kafka {@linkplain DevStackBuilder#kafkaBehind tells its clients to use} */
    public Lines(DevStack stack, TcpProxy kafka) {
        proxies.put(TO_KAFKA, kafka);
        this.backends = new BackingServices(
                database(stack, "stock"),
                database(stack, "order"),
                database(stack, "coupon"),
                stack.database().schema("flashsale_lab"),
                redis(stack),
                "127.0.0.1:" + kafka.port());
    }

    /** @param whose the first word of stock-service, order-service or coupon-service */
    public static String toDatabaseOf(String whose) {
        return "line from " + whose + "-service to database";
    }

    /** @param instance such as {@code stock-service-2} */
    public static String fromGatewayTo(String instance) {
        return FROM_GATEWAY + instance;
    }

    /** The instance at the end of such a line; empty for other lines. */
    public static Optional<String> instanceBehind(String line) {
        return line.startsWith(FROM_GATEWAY) ? Optional.of(line.substring(FROM_GATEWAY.length())) : Optional.empty();
    }

    /** Adds a line to an instance; returns its port for the gateways. */
    int addFromGateway(String instance, int port) {
        TcpProxy proxy = TcpProxy.refusingWithout(port);
        proxies.put(fromGatewayTo(instance), proxy);
        return proxy.port();
    }

    private SqlDatabase database(DevStack stack, String whose) {
        TcpProxy proxy = TcpProxy.to(stack.database().port());
        proxies.put(toDatabaseOf(whose), proxy);
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
        proxies.put(TO_REDIS, proxy);
        return new RedisDatabase("127.0.0.1", proxy.port(), one.index());
    }

    /** The backends for the services, over the lines. */
    public BackingServices backends() {
        return backends;
    }

    /** All lines by name. */
    public Map<String, TcpProxy> all() {
        return Collections.unmodifiableMap(proxies);
    }

    /** @throws IllegalArgumentException if there is no line of this name */
    public TcpProxy named(String name) {
        TcpProxy proxy = proxies.get(name);
        if (proxy == null) {
            throw new IllegalArgumentException("There is no line called " + name);
        }
        return proxy;
    }

    public void heal() {
        proxies.values().forEach(TcpProxy::heal);
    }

    @Override
    public void close() {
        proxies.values().forEach(TcpProxy::close);
    }
}
