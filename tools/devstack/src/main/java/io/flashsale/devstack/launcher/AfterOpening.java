package io.flashsale.devstack.launcher;

import io.flashsale.client.ShopClient;
import io.flashsale.devstack.launcher.seed.JvmWarmUp;
import io.flashsale.devstack.launcher.seed.Seeder;
import io.flashsale.devstack.process.ParallelTasks;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.server.PrometheusServer;
import io.flashsale.devstack.system.FlashSaleSystem;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.devstack.system.ServiceName;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Completes the shop after it has opened: coupons, control room, further instances, demo data and the lock lab.
 *
 * @param whenUp told of each service that has come up; called from any thread
 */
record AfterOpening(Console console, FlashSaleSystem system, Shutdown shutdown, Consumer<JavaService> whenUp) {

    /**
     * Returns when the shop is complete.
     *
     * @param openSales the number of sales that have been added already
     * @throws RuntimeException if a service does not come up; the rest of the demo data is then missing too
     */
    void completeShop(int openSales) {
        long begin = System.nanoTime();
        List<JavaService> first = Stream.of(ServiceName.COUPON, ServiceName.CONTROL_ROOM)
                .flatMap(name -> system.instances(name).stream().limit(1))
                .toList();
        List<JavaService> further = Stream.of(ServiceName.values())
                .flatMap(name -> system.instances(name).stream().skip(1))
                .toList();
        startEach(first);
        startEach(further);
        try (ShopClient shop = Demo.shopOf(system)) {
            String added = new Seeder(shop, system.directory()).addRest(openSales);
            console.up("demo data", Console.since(begin), added);
        }
    }

    /** Like {@link #completeShop}, but only prints one line if something is missing. */
    void tryToCompleteShop(int openSales) {
        try {
            completeShop(openSales);
            console.line(
                    "Everything of the shop is up, " + Console.seconds(console.sinceBegin()) + " after the start.");
        } catch (RuntimeException fault) {
            sayUnlessStopping("The shop goes on, but it is not complete: " + Failures.describe(fault));
        }
    }

    /** Has slow code compiled before a crowd comes; the shop works without this. */
    void tryToWarmUp() {
        long begin = System.nanoTime();
        try (ShopClient shop = Demo.shopOf(system)) {
            int bought = new JvmWarmUp(shop).run();
            console.line("The way in is warm, after " + bought + " purchases of \"" + JvmWarmUp.TITLE + "\" in "
                    + Console.seconds(Console.since(begin)) + ".");
        } catch (RuntimeException fault) {
            sayUnlessStopping("The first crowd will be a little slower, as the way in was not warmed: "
                    + Failures.describe(fault));
        }
    }

    /** Starts Prometheus with the project's alerts, if it is installed; the shop works without it. */
    void tryToBeObserved(Path alerts) {
        List<PrometheusServer.Target> targets = system.services().stream()
                .map(service -> new PrometheusServer.Target(service.service(), service.managementPort()))
                .toList();
        PrometheusServer.executable(Launcher.path()).ifPresent(executable -> {
            PrometheusServer prometheus = new PrometheusServer(system.directory(), executable, alerts, targets);
            try {
                shutdown.unlessBegun(prometheus::launch);
                prometheus.awaitReady();
                console.line("Prometheus looks on:  " + prometheus.alertsPage());
            } catch (ServerFailedException fault) {
                sayUnlessStopping("Prometheus did not start, the shop goes on without it: " + fault.getMessage());
            }
        });
    }

    /** Starts the lock lab; the shop works without it. */
    void tryToOpenLockLab(String url) {
        long begin = System.nanoTime();
        try {
            system.instances(ServiceName.LOCK_LAB).forEach(this::start);
            console.line("The lock lab is open, " + Console.seconds(Console.since(begin)) + " after the shop:  " + url);
        } catch (ServerFailedException fault) {
            String reason =
                    String.valueOf(fault.getMessage()).lines().findFirst().orElse("");
            sayUnlessStopping("The lock lab did not start, the shop goes on without it: " + reason);
        }
    }

    /** Starts all of them, also if one fails: the shop goes on without it. */
    private void startEach(List<JavaService> services) {
        Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
        ParallelTasks.forEach(services, service -> {
            try {
                start(service);
            } catch (RuntimeException e) {
                failures.add(e);
            }
        });
        RuntimeException one = failures.poll();
        if (one != null) {
            failures.forEach(one::addSuppressed);
            throw one;
        }
    }

    private void start(JavaService service) {
        long begin = System.nanoTime();
        shutdown.unlessBegun(service::launch);
        service.awaitReady();
        console.up(service.service(), Console.since(begin));
        whenUp.accept(service);
    }

    private void sayUnlessStopping(String line) {
        if (!shutdown.hasBegun()) {
            console.line(line);
        }
    }
}
