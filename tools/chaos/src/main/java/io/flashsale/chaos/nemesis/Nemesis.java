package io.flashsale.chaos.nemesis;

import io.flashsale.chaos.checker.History;
import io.flashsale.chaos.system.Targets;
import io.flashsale.chaos.system.TestedSystem;
import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.devstack.network.TcpProxy.Direction;
import io.flashsale.devstack.process.ManagedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Injects the planned faults at their times, and ends them. */
public final class Nemesis {

    private final TestedSystem system;
    private final String key;
    private final History clock;
    private final List<InjectedFault> injected = new ArrayList<>();

    /**
     * @param key in Redis; it selects one of several masters
     * @param clock of the round
     */
    public Nemesis(TestedSystem system, String key, History clock) {
        this.system = system;
        this.key = key;
        this.clock = clock;
    }

    /** Injects each fault at its time, and returns when the last one has ended. */
    public void inject(FaultPlan plan) throws InterruptedException {
        List<Thread> threads = plan.faults().stream()
                .map(fault -> Thread.ofVirtual().start(() -> inject(fault)))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void inject(PlannedFault fault) {
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

    private void perform(PlannedFault fault) throws InterruptedException {
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
            case WIPE -> system.wipeRedis();
            case FAIL_OVER -> system.failOver(key);
            case DELAY, CUT, CUT_REQUESTS, CUT_ANSWERS, RESET, CLOSE_SLOWLY ->
                breakLine(fault, system.line(fault.target()));
        }
    }

    private static void breakLine(PlannedFault fault, TcpProxy line) throws InterruptedException {
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

    /** The faults injected so far, in the order of their start. */
    public synchronized List<InjectedFault> injected() {
        return injected.stream()
                .sorted(Comparator.comparingLong(InjectedFault::begin))
                .toList();
    }

    /**
     * Whether Redis may have lost what it knew: it was broken, or a replica may have taken over. Sentinels and a Cluster
     * decide so by themselves, too, when the machine is slow.
     */
    public boolean mayForget() {
        return system.topology().failsOver()
                || injected().stream().anyMatch(fault -> fault.fault().target().equals(Targets.REDIS));
    }
}
