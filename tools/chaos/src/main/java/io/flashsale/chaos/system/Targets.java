package io.flashsale.chaos.system;

import io.flashsale.devstack.system.Lines;
import io.flashsale.devstack.system.ServiceName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The names of everything that can be broken. They depend only on topology and instances, so a plan needs no
 * running system.
 */
public final class Targets {

    /** A single Redis, or the master that has the gate of the round's first sale when the fault begins. */
    public static final String REDIS = "redis";

    /** One of its replicas. */
    public static final String REDIS_REPLICA = "redis-replica";

    /** One of three Sentinels. */
    public static final String SENTINEL = "sentinel-1";

    public static final String KAFKA = "kafka";
    public static final String DATABASE = "database";

    /** The services of a round; control room and lock lab do not run. */
    public static final List<ServiceName> SERVICES =
            List.of(ServiceName.STOCK, ServiceName.ORDER, ServiceName.COUPON, ServiceName.GATEWAY);

    private Targets() {}

    /** The servers' processes. */
    public static List<String> servers() {
        return List.of(REDIS, KAFKA, DATABASE);
    }

    /** Processes that Redis can do without, as long as its masters serve. */
    public static List<String> spares(Topology topology) {
        return switch (topology) {
            case SINGLE -> List.of();
            case SENTINEL -> List.of(REDIS_REPLICA, SENTINEL);
            case CLUSTER -> List.of(REDIS_REPLICA);
        };
    }

    /** The services' processes, such as {@code stock-service-2}. */
    public static List<String> services(int instances) {
        List<String> names = new ArrayList<>();
        for (ServiceName service : SERVICES) {
            names.add(service.module());
            for (int number = 2; number <= instances; number++) {
                names.add(service.module() + "-" + number);
            }
        }
        return names;
    }

    /** The lines from services to servers. */
    public static List<String> lines(Topology topology) {
        Stream<String> always = Stream.of(
                Lines.TO_KAFKA, Lines.toDatabaseOf("stock"), Lines.toDatabaseOf("order"), Lines.toDatabaseOf("coupon"));
        return (topology == Topology.SINGLE ? Stream.concat(Stream.of(Lines.TO_REDIS), always) : always).toList();
    }

    /** The lines from the gateways to each instance of the services that shoppers call. */
    public static List<String> linesFromGateway(int instances) {
        return services(instances).stream()
                .filter(name -> !name.startsWith(ServiceName.GATEWAY.module()))
                .map(Lines::fromGatewayTo)
                .toList();
    }
}
