package io.flashsale.devstack.system;

import io.flashsale.devstack.process.AotUse;
import io.flashsale.devstack.process.ProcessDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sets how a {@link FlashSaleSystem} differs from the default. */
public final class FlashSaleSystemBuilder {

    final BackingServices backends;
    final ProcessDirectory home;
    final Map<ServiceName, Map<String, String>> environment = new EnumMap<>(ServiceName.class);
    final Map<ServiceName, List<String>> jvmArguments = new EnumMap<>(ServiceName.class);
    final Map<ServiceName, BackingServices> backendsOf = new EnumMap<>(ServiceName.class);
    final Map<ServiceName, Integer> instances = new EnumMap<>(ServiceName.class);
    Path root = ProjectRoot.find();
    String gatewayAddress = "127.0.0.1";
    int gatewayPort;
    AotUse aot = AotUse.IF_THERE;
    boolean small;

    @Nullable
    ServiceName startedElsewhere;

    @Nullable
    Lines linesFromGateway;

    BiConsumer<JavaService, Duration> whenUp = (service, time) -> {};

    FlashSaleSystemBuilder(BackingServices backends, ProcessDirectory home) {
        this.backends = backends;
        this.home = home;
        for (ServiceName name : ServiceName.values()) {
            environment.put(name, new HashMap<>());
            jvmArguments.put(name, new ArrayList<>());
            instances.put(name, 1);
        }
    }

    /** The folder with the modules whose jars are run; by default the current working copy. */
    public FlashSaleSystemBuilder root(Path folder) {
        root = folder;
        return this;
    }

    /**
     * The number of instances of each service that {@linkplain ServiceName#mayBeSeveral may have several}; 1 by
     * default.
     *
     * <p>Each service knows all instances of the services that it calls.
     */
    public FlashSaleSystemBuilder instances(int number) {
        Stream.of(ServiceName.values()).filter(ServiceName::mayBeSeveral).forEach(name -> instances(name, number));
        return this;
    }

    /** As {@link #instances(int)}, for one service. */
    public FlashSaleSystemBuilder instances(ServiceName service, int number) {
        if (number < 1 || number > 1 && !service.mayBeSeveral()) {
            throw new IllegalArgumentException("There cannot be " + number + " of " + service.module());
        }
        instances.put(service, number);
        return this;
    }

    /** Other backends for one service, such as the same servers over another line. */
    public FlashSaleSystemBuilder backends(ServiceName service, BackingServices others) {
        backendsOf.put(service, others);
        return this;
    }

    /**
     * Has the gateways reach stock-, order- and coupon-service over breakable lines, one per instance.
     *
     * <p>Control room and lock lab are called directly, and the services call each other directly.
     */
    public FlashSaleSystemBuilder gatewayBehind(Lines lines) {
        linesFromGateway = lines;
        return this;
    }

    /** The port for browsers: the gateway's or, of several, their balancer's. 0, the default, is any free one. */
    public FlashSaleSystemBuilder gatewayPort(int port) {
        gatewayPort = port;
        return this;
    }

    /** An address of this machine that this port listens on; 0.0.0.0 for all. */
    public FlashSaleSystemBuilder gatewayAddress(String address) {
        gatewayAddress = address;
        return this;
    }

    /** A variable for all instances of one service; it replaces ours of the same name. */
    public FlashSaleSystemBuilder environment(ServiceName service, String variable, String value) {
        of(environment, service).put(variable, value);
        return this;
    }

    /** A variable for every service. */
    public FlashSaleSystemBuilder environment(String variable, String value) {
        environment.values().forEach(variables -> variables.put(variable, value));
        return this;
    }

    /** A JVM argument after the usual ones, so that it takes precedence. */
    public FlashSaleSystemBuilder jvmArgument(ServiceName service, String argument) {
        of(jvmArguments, service).add(argument);
        return this;
    }

    /** What the services do with their AOT caches; by default they use those that exist. */
    public FlashSaleSystemBuilder aot(AotUse use) {
        aot = use;
        return this;
    }

    /**
     * Fits the system into a machine with 2 GB: all services run in one JVM, the process {@code shop}.
     *
     * <p>It has no lock lab, and the pages do not link to it. The heap is small, only the first compiler runs, and
     * the gateway has fewer connections.
     */
    public FlashSaleSystemBuilder small() {
        small = true;
        return this;
    }

    /** Whether the system does not have this service at all. */
    boolean isLeftOut(ServiceName service) {
        return small && !service.isInSmallSystem();
    }

    /**
     * Leaves the start of a service to somebody else, such as an IDE.
     *
     * <p>The others are wired to the service's first instance; {@link FlashSaleSystem#startedElsewhere} has its settings.
     */
    public FlashSaleSystemBuilder startedElsewhere(ServiceName service) {
        startedElsewhere = service;
        return this;
    }

    /** Called for each service when it is ready, with the time of its start; from several threads at once. */
    public FlashSaleSystemBuilder whenUp(BiConsumer<JavaService, Duration> listener) {
        whenUp = listener;
        return this;
    }

    /** Chooses the ports; starts nothing yet. */
    public FlashSaleSystem build() {
        return new FlashSaleSystem(this);
    }

    /** {@link #build} and {@link FlashSaleSystem#start}; if a service does not come up, all are stopped. */
    public FlashSaleSystem start() {
        FlashSaleSystem system = build();
        try {
            return system.start();
        } catch (RuntimeException e) {
            system.close();
            throw e;
        }
    }

    static <V> V of(Map<ServiceName, V> map, ServiceName service) {
        V value = map.get(service);
        if (value == null) {
            throw new IllegalStateException("Nothing known about " + service);
        }
        return value;
    }
}
