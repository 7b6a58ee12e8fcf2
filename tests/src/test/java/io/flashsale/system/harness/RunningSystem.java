package io.flashsale.system.harness;

import io.flashsale.devstack.fault.FaultServer;
import io.flashsale.devstack.fault.Faults;
import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.ParallelTasks;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.DevStackBuilder;
import io.flashsale.devstack.system.FlashSaleSystem;
import io.flashsale.devstack.system.FlashSaleSystemBuilder;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.devstack.system.ServiceName;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The whole system on servers of its own, started once for all ITs of this module.
 *
 * <p>A test that stops or kills a part starts it again before the test ends.
 */
public final class RunningSystem implements AutoCloseable {

    /**
     * The length of a turn in a waiting room, longer than any test needs. A test of the end of a turn forces
     * the end.
     */
    public static final Duration TURN = Duration.ofMinutes(30);

    /** The interval of the search for charges that order-service was not told of; the demo searches less often. */
    private static final Duration MISSED_CHARGES = Duration.ofSeconds(2);

    private static final String STATEMENTS_MAY_WAIT =
            "-Dspring.datasource.hikari.data-source-properties.socketTimeout=120000"; // milliseconds

    public static final Set<ServiceName> ALL_BUT_THE_LAB = EnumSet.complementOf(EnumSet.of(ServiceName.LOCK_LAB));

    /** Enough to sell: no auditor, no coupons. */
    public static final Set<ServiceName> SELLING =
            EnumSet.of(ServiceName.GATEWAY, ServiceName.STOCK, ServiceName.ORDER);

    /** Starts with its first use, and not for a test that only has a system of its own. */
    private static final class Shared {
        private static final RunningSystem SYSTEM =
                start(servers("shared").mariaDb().redis().kafka(), ALL_BUT_THE_LAB, 1);
    }

    public final DevStack stack;
    public final FlashSaleSystem services;
    public final Shop shop;
    public final SystemRecords records;
    public final Queue queue;

    private RunningSystem(DevStack stack, FlashSaleSystem services) {
        this.stack = stack;
        this.services = services;
        this.shop = new Shop(services.gatewayUrl());
        this.records = new SystemRecords(stack);
        this.queue = new Queue(stack.kafka().bootstrapServers());
    }

    /** Servers in a folder of their own. */
    public static DevStackBuilder servers(String name) {
        return DevStack.in(
                Path.of("target/system-" + name + "-" + ProcessHandle.current().pid()));
    }

    /** The shared system on MariaDB; every caller gets the same one. */
    public static RunningSystem get() {
        return Shared.SYSTEM;
    }

    /** The shared system with the lock lab, which only starts when a test needs it. */
    public static RunningSystem withLockLab() {
        get().services.service(ServiceName.LOCK_LAB).start(); // has no effect if the lab already runs
        return get();
    }

    /** Starts only these services, with this many instances of those that may have several. */
    public static RunningSystem start(DevStackBuilder servers, Set<ServiceName> wanted, int instances) {
        return start(servers, wanted, instances, (stack, wiring) -> {});
    }

    /** Starts these services; {@code before} runs between the start of the servers and that of the services. */
    public static RunningSystem start(
            DevStackBuilder servers,
            Set<ServiceName> wanted,
            int instances,
            BiConsumer<DevStack, FlashSaleSystemBuilder> before) {
        return startAsTold(servers, wanted, instances, before.andThen((stack, wiring) -> compileQuickly(wiring)));
    }

    /** Starts the services with the optimising compiler, as in the demo, for measurements. Callers warm it up first. */
    public static RunningSystem startOptimised(
            DevStackBuilder servers, Set<ServiceName> wanted, Consumer<FlashSaleSystemBuilder> before) {
        return startAsTold(servers, wanted, 1, (stack, wiring) -> before.accept(wiring));
    }

    private static RunningSystem startAsTold(
            DevStackBuilder servers,
            Set<ServiceName> wanted,
            int instances,
            BiConsumer<DevStack, FlashSaleSystemBuilder> before) {
        DevStack stack = servers.start();
        FlashSaleSystemBuilder wiring = FlashSaleSystem.on(stack).instances(instances);
        FaultServer faults = new FaultServer(ProjectRoot.find());
        faults.announceTo(wiring);
        wiring.environment("FLASHSALE_TRACING_SAMPLING", "1"); // as in the demo
        wiring.environment(
                "FLASHSALE_TRACING_MAX_PER_HOUR", "100000"); // tests start more crowds in an hour than anyone else
        wiring.environment(ServiceName.STOCK, "FLASHSALE_ENTRY_TURN", TURN.toString());
        // The tests share a crowd, whose unpaid orders expire while later tests run.
        wiring.environment(ServiceName.STOCK, "FLASHSALE_ENTRY_RISK_UNPAID_LIMIT", "0");
        // A test that needs the end of a payment window moves the deadline; a slow machine must not bring it.
        wiring.environment(ServiceName.ORDER, "FLASHSALE_ORDERS_PAYMENT_WINDOW", "1h");
        wiring.environment(ServiceName.ORDER, "FLASHSALE_MISSED_CHARGES_INTERVAL", MISSED_CHARGES.toString());
        wiring.environment(ServiceName.ORDER, "FLASHSALE_MISSED_CHARGES_AGE", "1s"); // one machine has one clock
        wiring.environment(
                ServiceName.ORDER, "FLASHSALE_MISSED_CHARGES_TRAIL", "30s"); // of a process that dies or waits
        // A page sends a click once; on a slow machine the gateway must not give up on it.
        wiring.environment(ServiceName.GATEWAY, "FLASHSALE_GATEWAY_UPSTREAM_RESPONSE_TIMEOUT", "20s");
        // The shared crowd's tokens are made once, and on a slow machine the tests take hours.
        wiring.environment(ServiceName.ORDER, "FLASHSALE_JWT_TOKEN_TTL", "12h");
        // A statement that waits for a table which a test has locked must not end before the test unlocks it.
        wiring.jvmArgument(ServiceName.ORDER, STATEMENTS_MAY_WAIT);
        wiring.jvmArgument(ServiceName.COUPON, STATEMENTS_MAY_WAIT);
        before.accept(stack, wiring);
        // A directory of its own: a lab runs one thing at a time, and another lab may run on this machine.
        Path lab = Path.of("target/lock-lab-" + ProcessHandle.current().pid()).toAbsolutePath();
        wiring.jvmArgument(ServiceName.LOCK_LAB, "-Dflashsale.lock-lab.directory=" + lab);
        FlashSaleSystem services = wiring.build();
        faults.serve(new Faults(stack, null, services, Runnable::run));
        RunningSystem system = new RunningSystem(stack, services);
        Runtime.getRuntime().addShutdownHook(new Thread(system::close));
        services.start(wanted);
        return system;
    }

    /**
     * Turns off the verification of classes and the optimising compiler. Tests start services often and run them
     * briefly, so both would cost more than they bring. Only order-service needs that compiler: without it, to sign
     * a token takes eight times as long, and a crowd has thousands.
     */
    private static void compileQuickly(FlashSaleSystemBuilder wiring) {
        for (ServiceName service : ServiceName.values()) {
            wiring.jvmArgument(service, "-XX:+UnlockDiagnosticVMOptions");
            wiring.jvmArgument(service, "-XX:-BytecodeVerificationRemote");
            if (service != ServiceName.ORDER) {
                wiring.jvmArgument(service, "-XX:TieredStopAtLevel=1");
            }
        }
    }

    /** A proxy to the gateway that a test can break. */
    public TcpProxy lineToTheGateway() {
        return TcpProxy.to(URI.create(services.gatewayUrl()).getPort());
    }

    public JavaService stockService() {
        return services.service(ServiceName.STOCK);
    }

    public JavaService orderService() {
        return services.service(ServiceName.ORDER);
    }

    public JavaService couponService() {
        return services.service(ServiceName.COUPON);
    }

    /** Kills all processes together. Nobody reads their data afterwards, so a graceful end would only take time. */
    @Override
    public void close() {
        records.close();
        queue.close();
        ParallelTasks.forEach(
                Stream.<ManagedProcess>concat(services.allServices().stream(), stack.servers().stream())
                        .toList(),
                ManagedProcess::kill);
        services.close();
        stack.close();
    }
}
