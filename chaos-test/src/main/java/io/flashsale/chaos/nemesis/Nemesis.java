package io.flashsale.chaos.nemesis;

import io.flashsale.chaos.checker.Excused;
import io.flashsale.chaos.history.History;
import io.flashsale.chaos.system.TestedSystem;
import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.devstack.network.TcpProxy.Direction;
import io.flashsale.devstack.process.ManagedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Breaks what the plan says, when it says so, and mends it as it says. */
public final class Nemesis {

    private final TestedSystem system;
    private final String key;
    private final History clock;
    private final List<InjectedFault> injected = new ArrayList<>();
    private final Set<Long> excusedOrders = new HashSet<>();
    private final Set<Long> excusedCoupons = new HashSet<>();

    /**
     * @param key of Redis: which of several masters is meant
     * @param clock of the round
     */
    public Nemesis(TestedSystem system, String key, History clock) {
        this.system = system;
        this.key = key;
        this.clock = clock;
    }

    /** Injects all faults, each at its time, and returns when the last one is over. */
    public void inject(FaultPlan plan) throws InterruptedException {
        List<Thread> threads = plan.faults().stream()
                .map(fault -> Thread.ofVirtual().start(() -> inject(fault)))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void inject(Fault fault) {
        long begin = -1;
        String note = "";
        try {
            Thread.sleep(Math.max(0, fault.at() - clock.now()));
            begin = clock.now();
            perform(fault);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            note = "broken off";
        } catch (RuntimeException notPossible) {
            note = InjectedFault.NOT_DONE + notPossible.getMessage();
        }
        synchronized (this) {
            injected.add(new InjectedFault(fault, Math.max(begin, 0), clock.now(), note));
        }
    }

    private void perform(Fault fault) throws InterruptedException {
        switch (fault.kind()) {
            case KILL -> {
                ManagedProcess process = system.process(fault.target(), key);
                process.kill();
                Thread.sleep(fault.length());
                process.launch();
            }
            case PAUSE -> {
                ManagedProcess process = system.process(fault.target(), key);
                process.pause();
                try {
                    Thread.sleep(fault.length());
                } finally {
                    process.resume();
                }
            }
            case RESTART -> {
                ManagedProcess process = system.process(fault.target(), key);
                process.stop();
                process.launch();
            }
            case WIPE -> excuse(system.wipeRedis());
            case FAIL_OVER -> system.failOver();
            case DELAY, CUT, CUT_REQUESTS, CUT_ANSWERS, RESET, CLOSE_SLOWLY ->
                breakLine(fault, system.line(fault.target()));
        }
    }

    private static void breakLine(Fault fault, TcpProxy line) throws InterruptedException {
        switch (fault.kind()) {
            case DELAY -> line.delay(Duration.ofMillis(fault.amount()));
            case CUT -> line.cut();
            case CUT_REQUESTS -> line.cut(Direction.TO_SERVER);
            case CUT_ANSWERS -> line.cut(Direction.TO_CLIENT);
            case RESET -> line.reset();
            case CLOSE_SLOWLY -> line.closeSlowly(Duration.ofMillis(fault.amount()));
            default -> throw new IllegalArgumentException(fault.kind() + " is nothing that a line has");
        }
        if (fault.length() > 0) {
            try {
                Thread.sleep(fault.length());
            } finally {
                line.heal();
            }
        }
    }

    private synchronized void excuse(Excused inAnOutbox) {
        excusedOrders.addAll(inAnOutbox.orders());
        excusedCoupons.addAll(inAnOutbox.coupons());
    }

    /** What has been injected so far, in the sequence in which it began. */
    public synchronized List<InjectedFault> injected() {
        return injected.stream()
                .sorted(Comparator.comparingLong(InjectedFault::begin))
                .toList();
    }

    /**
     * From when on Redis may have promised what MySQL does not keep, in milliseconds since the round began; {@link Long#MAX_VALUE} if
     * it was left alone. What was promised before is in Kafka, on every replica, or among the {@link #excused}; all but the last is placed before Redis
     * sells again.
     */
    public synchronized long overpromisesFrom() {
        return injected.stream()
                .filter(injected -> injected.fault().mayLetRedisOverpromise(system.topology()))
                .mapToLong(InjectedFault::begin)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Reservations and claims that only Redis knew when it was wiped: the one loss that is admitted. */
    public synchronized Excused excused() {
        return new Excused(excusedOrders, excusedCoupons);
    }
}
