package io.flashsale.system.harness;

import io.flashsale.devstack.fault.FaultServer;
import io.flashsale.devstack.fault.Faults;
import io.flashsale.devstack.network.TcpProxy;
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

/**
 * The whole system on servers of its own, started once for all ITs of this module. A test that stops or kills a part
 * starts it again before it ends.
 */
public final class RunningSystem {

    /** How long a turn in a waiting room is: longer than any test takes to use it. A test that needs its end makes it come. */
    public static final Duration TURN = Duration.ofMinutes(10);

    /** The demo looks less often for charges that nobody told order-service of. */
    private static final Duration MISSED_CHARGES = Duration.ofSeconds(2);

    private static final RunningSystem MARIADB = start(
            DevStack.in(Path.of("target/system-" + ProcessHandle.current().pid()))
                    .mariaDb()
                    .redis()
                    .kafka(),
            EnumSet.complementOf(EnumSet.of(ServiceName.LOCK_LAB)));

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

    /** On MariaDB; the same for everybody who asks. */
    public static RunningSystem get() {
        return MARIADB;
    }

    /** As {@link #get}, and the lock lab runs, too; whoever does not need it is spared its start. */
    public static RunningSystem withLockLab() {
        MARIADB.services.lockLab().start(); // does nothing if it runs already
        return MARIADB;
    }

    /** With these services only; each of them does without the others where it must. */
    public static RunningSystem start(DevStackBuilder servers, Set<ServiceName> wanted) {
        return start(servers, wanted, 1);
    }

    /** As {@link #start(DevStackBuilder, Set)}, with so many of each of which there may be several. */
    public static RunningSystem start(DevStackBuilder servers, Set<ServiceName> wanted, int instances) {
        return start(servers, wanted, instances, (stack, wiring) -> {});
    }

    /** The same with what is to be done between the start of the servers and that of the services. */
    public static RunningSystem start(
            DevStackBuilder servers,
            Set<ServiceName> wanted,
            int instances,
            BiConsumer<DevStack, FlashSaleSystemBuilder> before) {
        return startAsTold(servers, wanted, instances, before.andThen((stack, wiring) -> compileQuickly(wiring)));
    }

    /** As the demo runs it, with the optimising compiler, for what is measured: it has to be warmed up first. */
    public static RunningSystem startOptimised(DevStackBuilder servers, Set<ServiceName> wanted, int instances) {
        return startAsTold(servers, wanted, instances, (stack, wiring) -> {});
    }

    private static RunningSystem startAsTold(
            DevStackBuilder servers,
            Set<ServiceName> wanted,
            int instances,
            BiConsumer<DevStack, FlashSaleSystemBuilder> before) {
        DevStack stack = servers.start();
        FlashSaleSystemBuilder wiring = FlashSaleSystem.on(stack).instances(instances);
        FaultServer faults = FaultServer.open(ProjectRoot.find());
        faults.announceTo(wiring);
        wiring.environment("FLASHSALE_TRACING_SAMPLING", "1"); // as in the demo
        wiring.environment(
                "FLASHSALE_TRACING_MAX_PER_HOUR", "100000"); // there are more crowds than in an hour of anybody else
        wiring.environment(ServiceName.STOCK, "FLASHSALE_ENTRY_TURN", TURN.toString());
        wiring.environment(ServiceName.ORDER, "FLASHSALE_MISSED_CHARGES_INTERVAL", MISSED_CHARGES.toString());
        before.accept(stack, wiring);
        // Not the lab of whoever else runs something on this machine: that one runs one thing at a time.
        Path lab = Path.of("target/lock-lab-" + ProcessHandle.current().pid()).toAbsolutePath();
        wiring.jvmArgument(ServiceName.LOCK_LAB, "-Dflashsale.lock-lab.directory=" + lab);
        FlashSaleSystem services = wiring.build();
        faults.serve(new Faults(stack, null, services, Runnable::run));
        RunningSystem system = new RunningSystem(stack, services);
        Runtime.getRuntime().addShutdownHook(new Thread(system::stop));
        services.start(wanted);
        return system;
    }

    /** These tests start services often and run them briefly: the optimising compiler would cost more than it gives. */
    private static void compileQuickly(FlashSaleSystemBuilder wiring) {
        for (ServiceName service : ServiceName.values()) {
            wiring.jvmArgument(service, "-XX:TieredStopAtLevel=1");
        }
    }

    /** A way to the gateway that can be broken. */
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

    public void stop() {
        records.close();
        queue.close();
        services.close();
        stack.close();
    }
}
