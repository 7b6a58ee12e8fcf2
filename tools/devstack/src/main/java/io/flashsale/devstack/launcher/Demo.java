package io.flashsale.devstack.launcher;

import io.flashsale.client.ShopClient;
import io.flashsale.devstack.fault.FaultServer;
import io.flashsale.devstack.fault.Faults;
import io.flashsale.devstack.launcher.seed.DemoFailedException;
import io.flashsale.devstack.launcher.seed.Seeder;
import io.flashsale.devstack.process.JvmProcess;
import io.flashsale.devstack.process.ParallelTasks;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.KafkaServer;
import io.flashsale.devstack.system.BackingServices;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.FlashSaleSystem;
import io.flashsale.devstack.system.FlashSaleSystemBuilder;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.devstack.system.Lines;
import io.flashsale.devstack.system.ServiceName;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of the whole system: servers, services, demo data. */
final class Demo {

    private final Console console;
    private final Path root;
    private final DemoOptions options;
    private final Map<String, String> environment;
    private final FaultServer faultServer;
    private volatile @Nullable Shutdown shutdown;
    private volatile @Nullable Faults faults;
    private @Nullable DevStack servers;
    private @Nullable FlashSaleSystem system;
    private volatile @Nullable NextStart nextStart;
    private int openSales;

    Demo(Console console, Path root, DemoOptions options, Map<String, String> environment) {
        this.console = console;
        this.root = root;
        this.options = options;
        this.environment = environment;
        this.faultServer = new FaultServer(root);
    }

    /** Returns when the shop sells; the caller then calls {@link #complete} or {@link #runUntilStopped}. */
    FlashSaleSystem start(DataDirectory data) {
        if (!Ports.isOfThisMachine(options.host())) {
            throw new DemoFailedException("This machine has no address " + options.host()
                    + ": choose one of its own, or 0.0.0.0 for all, with --host=ADDRESS");
        }
        if (options.port() != 0 && !Ports.isFree(options.port())) {
            // Before anything is started or deleted. If another demo uses this data, that message comes first.
            if (Files.exists(data.path())) {
                data.open();
            }
            throw new DemoFailedException("Port " + options.port() + " is taken by " + Ports.holder(options.port())
                    + ": choose another one with --port=N");
        }
        ProcessDirectory home = options.fresh() ? data.openFresh() : data.open();
        console.line("flash-sale, with data in " + home.path());
        Shutdown ending = new Shutdown(home);
        shutdown = ending;
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
        try {
            Infrastructure infrastructure = new Infrastructure(environment, options);
            infrastructure.existing().forEach(console::line);
            DevStack stack = infrastructure
                    .ownServers(home.path())
                    .aot(options.aotUse())
                    .othersFollow()
                    .whenUp((server, time) -> console.up(server.name(), time, server.remark()))
                    .start();
            servers = stack;
            Lines lines = infrastructure.lines(stack);
            FlashSaleSystem running = services(infrastructure, stack, lines, home);
            system = running;
            Faults whatToBreak = new Faults(stack, lines, running, ending::unlessBegun);
            faultServer.serve(whatToBreak);
            faults = whatToBreak;
            Runnable byDeveloper = () -> running.startedElsewhere()
                    .ifPresent(service -> new DeveloperStart(console, service, home).await(ending));
            // The gateway gets ready only with a token of order-service; no service waits for the gateway.
            boolean gatewayByDeveloper = options.without() == ServiceName.GATEWAY;
            if (!gatewayByDeveloper) {
                byDeveloper.run();
            }
            // Each waits for minutes for what another one has; the first that fails ends the start.
            ParallelTasks.run(List.of(stack::awaitServers, running::startSelling));
            if (gatewayByDeveloper) {
                byDeveloper.run();
            }
            try (ShopClient shop = shopOf(running)) {
                openSales = new Seeder(shop, home).addOpenSales();
            }
            return running;
        } finally {
            ending.startHasEnded();
        }
    }

    /** The control room bypasses the lines, so that it sees the real state of what is broken. */
    private FlashSaleSystem services(
            Infrastructure infrastructure, DevStack stack, @Nullable Lines lines, ProcessDirectory home) {
        BackingServices unbroken = infrastructure.backends(stack);
        FlashSaleSystemBuilder wiring = FlashSaleSystem.on(lines == null ? unbroken : lines.backends(), home);
        if (lines != null) {
            wiring.gatewayBehind(lines);
        }
        infrastructure.settingsOfExisting().forEach(wiring::environment);
        faultServer.announceTo(wiring);
        if (options.small()) {
            wiring.small();
        } else {
            // Every click of a single visitor can be followed; of a crowd, only the first clicks of each second.
            wiring.environment("FLASHSALE_TRACING_SAMPLING", "1");
        }
        letDeveloperIn(wiring);
        return wiring.backends(ServiceName.CONTROL_ROOM, unbroken)
                .root(root)
                .aot(options.aotUse())
                .gatewayAddress(options.host())
                .gatewayPort(options.port())
                .instances(options.instances())
                .whenUp((service, time) -> console.up(service.service(), time))
                .build();
    }

    private void letDeveloperIn(FlashSaleSystemBuilder wiring) {
        ServiceName without = options.without();
        if (without != null) {
            wiring.startedElsewhere(without);
        }
        ServiceName debugged = options.debugged();
        if (debugged != null) {
            String address = "127.0.0.1:" + Ports.free();
            wiring.jvmArgument(debugged, "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=" + address);
            console.line("A debugger can attach to " + debugged.module() + " at " + address + ".");
        }
    }

    /** See {@link AfterOpening#completeShop}. */
    void complete() {
        afterOpening(service -> {}).completeShop(openSales);
    }

    /** Has the warm-up's crowd buy, and opens the lock lab if there is one. */
    void warmUp() {
        AfterOpening after = afterOpening(service -> {});
        after.tryToWarmUp();
        if (!options.small()) {
            after.tryToOpenLockLab(browserUrl() + "/lab");
        }
    }

    private AfterOpening afterOpening(Consumer<JavaService> whenUp) {
        return new AfterOpening(console, started(), starting(), whenUp);
    }

    /** A client that reaches the shop as a browser on this machine does. Its time-outs suit slow machines. */
    static ShopClient shopOf(FlashSaleSystem running) {
        return new ShopClient(URI.create(running.gatewayUrl()), Duration.ofSeconds(20), Duration.ofMinutes(1));
    }

    /** Reports problems until the JVM is stopped. */
    void runUntilStopped() {
        FlashSaleSystem running = started();
        Shutdown ending = starting();
        console.line("");
        console.line("Ready after " + Console.seconds(console.sinceBegin()) + ":  " + browserUrl());
        console.line("  log in as alice (alice-demo), bob (bob-demo) or admin (admin-demo)");
        console.line("  logs are in " + running.directory().path().resolve("logs"));
        console.line("  Ctrl-C stops everything");
        console.line("  " + whatFollows());
        Watch watch = new Watch(console, ending, this::isBrokenOnPurpose);
        running.sellingServices().forEach(watch::add);
        Thread.ofPlatform().daemon().name("watch").start(watch::run);
        AfterOpening after = afterOpening(watch::add);
        NextStart preparing = new NextStart(console, root, options.small(), jvms());
        nextStart = preparing;
        Thread.ofPlatform().daemon().name("after-opening").start(() -> {
            after.tryToCompleteShop(openSales);
            if (options.observed()) {
                after.tryToBeObserved(root.resolve("deploy/prometheus/alerts.yml"));
            }
            if (!options.small()) {
                after.tryToWarmUp();
                after.tryToOpenLockLab(browserUrl() + "/lab");
            }
            if (options.aotCaches()) {
                preparing.begin();
            }
        });
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String whatFollows() {
        if (options.small()) {
            return "coupons and control room follow; small mode: no lock lab";
        }
        return "coupons, control room and lock lab follow"
                + (options.instances() > 1 ? ", and the further instances of each service" : "");
    }

    private boolean isBrokenOnPurpose(String process) {
        Faults present = faults;
        return present != null && present.isBroken(process);
    }

    private FlashSaleSystem started() {
        if (system == null) {
            throw new IllegalStateException("Not started");
        }
        return system;
    }

    /** The JVMs of services and servers, each once, in the order in which they can end. */
    Collection<JvmProcess> jvms() {
        Map<String, JvmProcess> byName = new LinkedHashMap<>();
        started().allServices().reversed().forEach(service -> byName.putIfAbsent(service.name(), service));
        stack().servers(KafkaServer.class).forEach(kafka -> byName.put(kafka.name(), kafka));
        return byName.values();
    }

    /** For the end of a training. */
    void deleteUnfinishedAotCaches() {
        if (system != null && servers != null) {
            for (JvmProcess jvm : jvms()) {
                try {
                    jvm.deleteUnfinishedAotCache();
                } catch (IOException fault) {
                    console.line("An unfinished AOT cache is left: " + fault.getMessage());
                }
            }
        }
    }

    private DevStack stack() {
        if (servers == null) {
            throw new IllegalStateException("Not started");
        }
        return servers;
    }

    private Shutdown starting() {
        if (shutdown == null) {
            throw new IllegalStateException("Not started");
        }
        return shutdown;
    }

    private String browserUrl() {
        return started().gatewayUrl().replace("//127.0.0.1:", "//localhost:");
    }

    boolean isStopping() {
        Shutdown ending = shutdown;
        return ending != null && ending.hasBegun();
    }

    /** Stops everything that was started, even during a start. Further calls have no effect. */
    void stop() {
        Shutdown ending = shutdown;
        if (ending == null || ending.hasEnded()) {
            return;
        }
        boolean first = !ending.hasBegun();
        if (first) {
            console.line("Stopping ...");
        }
        NextStart preparing = nextStart;
        if (preparing != null) {
            preparing.close();
        }
        Faults present = faults;
        if (present != null) {
            present.release(); // a service that waits for a paused server would stop slowly
        }
        faultServer.close();
        ending.run();
        if (first) {
            console.line("Everything has stopped.");
        }
    }
}
