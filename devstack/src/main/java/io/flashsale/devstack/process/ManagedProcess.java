package io.flashsale.devstack.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server or service as a process of its own, on ports and data that stay the same over restarts.
 *
 * <p>The state is in the pid file, not in this object: another JVM with a handle on the same directory sees the same
 * process and may stop or start it. One JVM at a time should do so. The process outlives the JVM that started it; what
 * ends it is {@link ProcessDirectory#claim its owner's end}.
 */
public abstract class ManagedProcess implements AutoCloseable {

    /** How long a start may take. Generous, as a loaded machine is slow and a dead process is noticed at once. */
    public static final Duration START_TIMEOUT = Duration.ofSeconds(180);

    private final String name;
    private final ProcessDirectory home;
    private final ProcessLog log;

    protected ManagedProcess(String name, ProcessDirectory home) {
        this.name = name;
        this.home = home;
        this.log = new ProcessLog(home.logFile(name));
    }

    /** The command to run; {@link #prepare} has returned before. */
    protected abstract List<String> command() throws IOException;

    /** One look, answering at once: does the process serve? Asked over its own protocol. */
    protected abstract boolean isReady() throws IOException;

    /** The ports that must be free before a start, each with what it is for. */
    protected abstract Map<Integer, String> ports();

    /** Writes configuration, creates data: whatever must be there before the process starts. */
    protected void prepare() throws IOException {}

    /** What the process gets in its environment in addition to ours. */
    protected Map<String, String> environment() {
        return Map.of();
    }

    /** What to do about a failed start, if what it printed tells. */
    protected Optional<String> advice(String printed) {
        return Optional.empty();
    }

    /** A name that is unique in its directory, such as {@code mariadb} or {@code order-service}. */
    public final String name() {
        return name;
    }

    protected final ProcessDirectory home() {
        return home;
    }

    /** What the process printed, over all its starts. */
    public final Path logFile() {
        return log.file();
    }

    public final boolean isRunning() {
        return home.running(name).isPresent();
    }

    /** @throws IllegalStateException if it does not run */
    public final long pid() {
        return identity().pid();
    }

    /**
     * Starts the process and returns once it serves; does nothing if it runs already.
     *
     * @throws ServerFailedException if it does not come up: a port is taken, it died, or it took too long (it is killed
     *     then)
     */
    public final void start() {
        launch();
        awaitReady();
    }

    /** Starts the process without waiting until it serves; {@link #awaitReady} is to follow. */
    public final synchronized void launch() {
        if (isRunning()) {
            return;
        }
        try {
            ports().forEach(this::requireFree);
            prepare();
            log.beginStart();
            ProcessBuilder builder = new ProcessBuilder(Platform.apart(command()))
                    .directory(home.path().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
            builder.environment().putAll(environment());
            Process process = builder.start();
            process.getOutputStream().close();
            ProcessIdentity.of(process.pid())
                    .orElseThrow(() -> failure("ended at once"))
                    .write(home.pidFile(name));
        } catch (IOException e) {
            throw new ServerFailedException(name + " could not be started: " + e.getMessage(), e);
        }
    }

    /**
     * Runs a program to its end as a part of {@link #prepare}, with its output in the log.
     *
     * @param input what it reads
     * @param failure what to say if it does not end well, such as "could not create its system tables"
     * @throws ServerFailedException if it ends with another status than 0
     */
    protected final void runOnce(List<String> command, Path input, String failure) throws IOException {
        log.beginStart();
        Process process = new ProcessBuilder(command)
                .directory(home.path().toFile())
                .redirectErrorStream(true)
                .redirectInput(input.toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
                .start();
        try {
            int exit = process.waitFor();
            if (exit != 0) {
                throw failure(failure + " (exit " + exit + ")");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while " + command.getFirst() + " ran for " + name, e);
        }
    }

    /** Returns once the process serves; see {@link #start()} for what can go wrong. */
    public final void awaitReady() {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!isServing()) {
            if (!isRunning()) {
                throw failure("ended before it was ready");
            }
            if (System.nanoTime() > deadline) {
                ServerFailedException failure = failure("was not ready within " + START_TIMEOUT.toSeconds() + " s");
                kill();
                throw failure;
            }
            Pause.millis(20);
        }
    }

    /** One look: does it run, and answer now? A process that is paused runs, and does not serve. */
    public final boolean isServing() {
        try {
            return isRunning() && isReady();
        } catch (IOException notNow) {
            return false;
        }
    }

    /** Asks the process to end (SIGTERM), waits, and kills it if it has not ended within 30 s. */
    public final synchronized void stop() {
        home.running(name).ifPresent(process -> Termination.of(process, Duration.ofSeconds(30)));
        home.forget(name);
    }

    /** SIGKILL: it has no chance to write or say anything more. Returns when it is gone. */
    public final synchronized void kill() {
        home.running(name).ifPresent(Termination::force);
        home.forget(name);
    }

    /**
     * Ends the process as {@link #stop} does, unless it has ended already, and starts it again, on the same ports and data. One
     * that is paused is woken to end.
     *
     * @throws ServerFailedException if it does not come up, see {@link #start()}
     */
    public final void restart() {
        stop();
        start();
    }

    /** SIGSTOP: it keeps its connections and answers nothing, like a machine that hangs. */
    public final void pause() {
        Platform.signal("STOP", pid());
    }

    /** SIGCONT: goes on after {@link #pause}. */
    public final void resume() {
        Platform.signal("CONT", pid());
    }

    /** Same as {@link #stop}. */
    @Override
    public void close() {
        stop();
    }

    private ProcessIdentity identity() {
        return home.running(name).orElseThrow(() -> new IllegalStateException(name + " does not run"));
    }

    private void requireFree(int port, String purpose) {
        if (!Ports.becomesFree(port)) {
            throw new ServerFailedException("Port " + port + ", which " + name + " needs for " + purpose
                    + ", is taken by " + Ports.holder(port) + ". End it, or choose another port.");
        }
    }

    private ServerFailedException failure(String what) {
        return log.failure(name, what, this::advice);
    }

    @Override
    public String toString() {
        return name
                + home.running(name)
                        .map(process -> " (pid " + process.pid() + ")")
                        .orElse(" (not running)");
    }
}
