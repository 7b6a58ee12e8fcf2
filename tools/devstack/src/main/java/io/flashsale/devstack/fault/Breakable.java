package io.flashsale.devstack.fault;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.devstack.process.ManagedProcess;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Breaks and repairs one target. */
sealed interface Breakable {

    FaultTarget target();

    /** The name of the process or line that this breaks. */
    String name();

    /** Whether the target can be broken now. */
    default boolean isThere() {
        return true;
    }

    /** @throws RuntimeException if it cannot be broken now */
    void breakIt(FaultKind kind);

    /**
     * Starts the repair.
     *
     * @param launching receives the task that starts a process
     */
    default void mend(FaultKind kind, Consumer<Runnable> launching) {
        release(kind);
    }

    /** Waits until the target serves again. */
    default void awaitWhole() {}

    /** Resumes what is held back, without starting anything, so that everything can be stopped. */
    void release(FaultKind kind);

    /** A server or a service. */
    record OfProcess(
            ManagedProcess process, String part, @Nullable Long healsAfterSeconds) implements Breakable {

        @Override
        public FaultTarget target() {
            return new FaultTarget(process.name(), part, List.of(FaultKind.KILL, FaultKind.PAUSE), healsAfterSeconds);
        }

        @Override
        public boolean isThere() {
            return process.isRunning();
        }

        @Override
        public String name() {
            return process.name();
        }

        @Override
        public void breakIt(FaultKind kind) {
            switch (kind) {
                case KILL -> process.kill();
                case PAUSE -> process.pause();
                default -> throw new IllegalArgumentException(kind + " is nothing that a process has");
            }
        }

        @Override
        public void mend(FaultKind kind, Consumer<Runnable> launching) {
            release(kind);
            launching.accept(process::launch); // also for a process that died while it was paused; no effect if it runs
        }

        @Override
        public void awaitWhole() {
            process.awaitReady();
        }

        @Override
        public void release(FaultKind kind) {
            if (kind == FaultKind.PAUSE && process.isRunning()) {
                process.resume();
            }
        }
    }

    /** A line between services and a server, or between gateways and a service. */
    record OfLine(String name, String part, TcpProxy line) implements Breakable {

        private static final Duration LATENCY = Duration.ofMillis(200);
        private static final Duration SILENCE = Duration.ofSeconds(3);

        @Override
        public FaultTarget target() {
            return new FaultTarget(
                    name,
                    part,
                    List.of(
                            FaultKind.DELAY,
                            FaultKind.CUT,
                            FaultKind.CUT_ANSWERS,
                            FaultKind.RESET,
                            FaultKind.CLOSE_SLOWLY),
                    null);
        }

        @Override
        public void breakIt(FaultKind kind) {
            switch (kind) {
                case DELAY -> line.delay(LATENCY);
                case CUT -> line.cut();
                case CUT_ANSWERS -> line.cut(TcpProxy.Direction.TO_CLIENT);
                case RESET -> line.reset();
                case CLOSE_SLOWLY -> line.closeSlowly(SILENCE);
                default -> throw new IllegalArgumentException(kind + " is nothing that a line has");
            }
        }

        @Override
        public void release(FaultKind kind) {
            line.heal();
        }
    }
}
