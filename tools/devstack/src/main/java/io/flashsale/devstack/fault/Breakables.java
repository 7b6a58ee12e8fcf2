package io.flashsale.devstack.fault;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.server.KafkaServer;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.server.sql.SqlServer;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.FlashSaleSystem;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.devstack.system.Lines;
import io.flashsale.devstack.system.ServiceName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Everything in a system that can be broken: its servers, lines and services. */
final class Breakables {

    private static final String REDIS = "redis";

    /** How long the gateway or the control room stays broken: without them nobody can request a repair. */
    private static final Duration UNREACHABLE_FOR = Duration.ofSeconds(10);

    private final List<Breakable> serversAndLines = new ArrayList<>();
    private final FlashSaleSystem services;
    private final RedisMasters masters;

    Breakables(DevStack stack, @Nullable Lines lines, FlashSaleSystem services) {
        this.services = services;
        this.masters = new RedisMasters(stack);
        for (ManagedProcess server : stack.servers()) {
            if (!server.name().equals(REDIS)) {
                serversAndLines.add(new Breakable.OfProcess(server, part(server), null));
            }
        }
        if (lines != null) {
            lines.all().forEach((name, line) -> serversAndLines.add(new Breakable.OfLine(name, part(name), line)));
        }
    }

    private static String part(ManagedProcess server) {
        return switch (server) {
            case SqlServer _ -> "database";
            case KafkaServer _ -> "kafka";
            case RedisServer _ -> "redis-node";
            default -> "sentinel";
        };
    }

    private static String part(String line) {
        return switch (line) {
            case Lines.TO_REDIS -> "line-to-redis";
            case Lines.TO_KAFKA -> "line-to-kafka";
            default -> Lines.instanceBehind(line).map(Breakables::partBehind).orElse("line-to-database");
        };
    }

    /** The module of an instance, the same for all instances. */
    private static String partBehind(String instance) {
        return "line-to-" + instance.replaceFirst("-\\d+$", "");
    }

    /** @param isBroken by name; a broken target is listed although it may not run */
    List<FaultTarget> targets(Predicate<String> isBroken) {
        List<FaultTarget> targets = new ArrayList<>();
        if (masters.exist()) {
            targets.add(redis());
        }
        all().filter(one -> one.isThere() || isBroken.test(one.name()))
                .map(Breakable::target)
                .forEach(targets::add);
        return targets;
    }

    /** The Redis server; with replicas, the current master. */
    private FaultTarget redis() {
        List<FaultKind> faults = new ArrayList<>(List.of(FaultKind.KILL, FaultKind.PAUSE, FaultKind.WIPE));
        if (masters.canFailOver()) {
            faults.add(FaultKind.FAIL_OVER);
        }
        return new FaultTarget(REDIS, REDIS, faults, null);
    }

    /** The process or line that now has the target's role; empty if none has. */
    Optional<Breakable> find(FaultTarget target, Predicate<String> isBroken) {
        return target.name().equals(REDIS)
                ? masters.first(isBroken).map(master -> new Breakable.OfProcess(master, REDIS, null))
                : all().filter(one -> one.target().name().equals(target.name())).findFirst();
    }

    RedisMasters masters() {
        return masters;
    }

    private Stream<Breakable> all() {
        // The gateway first: if all services are one process, that is one target, and cannot be missed.
        Map<String, Breakable> instances = new LinkedHashMap<>();
        List.of(ServiceName.values())
                .reversed()
                .forEach(service -> services.instances(service)
                        .forEach(instance -> instances.putIfAbsent(instance.name(), breakable(service, instance))));
        return Stream.concat(serversAndLines.stream(), instances.values().stream());
    }

    private static Breakable breakable(ServiceName service, JavaService instance) {
        boolean canBeMissed = service != ServiceName.GATEWAY && service != ServiceName.CONTROL_ROOM;
        return new Breakable.OfProcess(instance, service.module(), canBeMissed ? null : UNREACHABLE_FOR.toSeconds());
    }
}
