package io.flashsale.devstack.fault;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.devstack.process.ManagedProcess;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How one target is broken and mended. */
sealed interface Breakable {

    Target target();

    /** Whether it is there to be broken now. */
    boolean isThere();

    /** What is broken when this is. */
    String broken();

    /** @throws RuntimeException if that is not possible now */
    void breakIt(FaultKind kind);

    /**
     * Does at once what mends it.
     *
     * @param launching what starts a process is given to it
     */
    void mend(FaultKind kind, Consumer<Runnable> launching);

    /** Returns when it serves again. */
    void awaitWhole();

    /** What is held back goes on, and nothing is started: for who stops everything. */
    void release(FaultKind kind);

    /** A server or a service. */
    record OfProcess(
            ManagedProcess process, String part, @Nullable Duration healsAfter) implements Breakable {

        @Override
        public Target target() {
            return new Target(process.name(), part, List.of(FaultKind.KILL, FaultKind.PAUSE), healsAfter);
        }

        @Override
        public boolean isThere() {
            return process.isRunning();
        }

        @Override
        public String broken() {
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
            launching.accept(process::launch); // also what has died while it hung; does nothing if it runs
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
        public Target target() {
            return new Target(
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
        public boolean isThere() {
            return true;
        }

        @Override
        public String broken() {
            return name;
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
        public void mend(FaultKind kind, Consumer<Runnable> launching) {
            line.heal();
        }

        @Override
        public void awaitWhole() {}

        @Override
        public void release(FaultKind kind) {
            line.heal();
        }
    }
}
