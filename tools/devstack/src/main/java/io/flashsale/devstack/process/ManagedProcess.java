package io.flashsale.devstack.process;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server or service as a child process whose ports and data survive restarts.
 *
 * <p>The pid file holds the state, not this object. Another JVM with a handle on the same directory sees the
 * same process and may stop or start it. Only one JVM at a time may do so. The process outlives the JVM that started
 * it, and ends with {@link ProcessDirectory#claim the owner of the directory}.
 */
public abstract class ManagedProcess implements AutoCloseable {

    /** The time-out of a start. It is long, because a loaded machine is slow and a dead process is noticed at once. */
    public static final Duration START_TIMEOUT = Duration.ofMinutes(10);

    private final String name;
    private final ProcessDirectory home;
    private final ProcessLog log;

    protected ManagedProcess(String name, ProcessDirectory home) {
        this.name = name;
        this.home = home;
        this.log = new ProcessLog(home.logFile(name));
    }

    /** The command to run, called after {@link #prepare}. */
    protected abstract List<String> command() throws IOException;

    /** Checks once, without waiting, whether the process serves; uses the process's own protocol. */
    protected abstract boolean isReady() throws IOException;

    /** The ports that must be free before a start, with their purposes. */
    protected abstract Map<Integer, String> ports();

    /** Writes the configuration and data that the process needs before its start. */
    protected void prepare() throws IOException {}

    /** Environment variables of the process, in addition to those that it {@linkplain #inherits inherits}. */
    protected Map<String, String> environment() {
        return Map.of();
    }

    /** What a user should know about the process when it is up; usually nothing. */
    public String remark() {
        return "";
    }

    /** Whether the process inherits this variable of our environment. */
    protected boolean inherits(String variable) {
        return true;
    }

    /** Advice on a failed start, if the output shows its cause. */
    protected Optional<String> advice(String printed) {
        return Optional.empty();
    }

    /** The unique name in its directory, such as {@code mariadb} or {@code order-service}. */
    public final String name() {
        return name;
    }

    /** The log with the output of all starts. */
    public final Path logFile() {
        return log.file();
    }

    /** The folder of its data, which has its name, in its working directory. */
    public final Path data() {
        return home.dataOf(name);
    }

    public final boolean isRunning() {
        return home.running(name).isPresent();
    }

    /** @throws IllegalStateException if the process does not run */
    public final long pid() {
        return home.running(name)
                .orElseThrow(() -> new IllegalStateException(name + " does not run"))
                .pid();
    }

    /**
     * Starts the process and returns once it serves; has no effect if it runs already.
     *
     * @throws ServerFailedException if a port is taken, the process died, or the start timed out (the process
     *     is then killed)
     */
    public final void start() {
        launch();
        awaitReady();
    }

    /** Starts the process without waiting; the caller then calls {@link #awaitReady}. */
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
            builder.environment().keySet().removeIf(variable -> !inherits(variable));
            builder.environment().putAll(environment());
            Process process = builder.start();
            try {
                process.getOutputStream().close();
                ProcessIdentity.of(process.pid())
                        .orElseThrow(() -> failure("ended at once"))
                        .write(home.pidFile(name));
            } catch (IOException | RuntimeException e) {
                process.destroyForcibly(); // nobody could find it again, for example after an interruption
                throw e;
            }
        } catch (IOException e) {
            throw new ServerFailedException(name + " could not be started: " + e.getMessage(), e);
        }
    }

    /**
     * Runs a program to its end during {@link #prepare}, with its output in the log.
     *
     * @param input its standard input
     * @param failure the message of a failure, such as "could not create its system tables"
     * @throws ServerFailedException if its exit status is not 0
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

    /** Returns once the process serves; fails as {@link #start()} does. */
    public final void awaitReady() {
        boolean inTime = Pause.until(() -> !isRunning() || answers(), START_TIMEOUT, 20);
        if (!inTime) {
            ServerFailedException failure = failure("was not ready within " + START_TIMEOUT.toSeconds() + " s");
            kill();
            throw failure;
        }
        if (!isRunning()) {
            throw failure("ended before it was ready");
        }
    }

    /** Whether the process runs and answers now. A paused process runs but does not serve. */
    public final boolean isServing() {
        return isRunning() && answers();
    }

    /** Whether something answers in the place of the process, even if somebody else has started it. */
    public final boolean answers() {
        try {
            return isReady();
        } catch (IOException notNow) {
            return false;
        }
    }

    /** Asks the process to end (SIGTERM), and kills it if it has not ended within 30 s. */
    public final void stop() {
        endWithin(Duration.ofSeconds(30));
    }

    /** Asks the process to end (SIGTERM), and kills it if it has not ended in this time. */
    final synchronized void endWithin(Duration time) {
        home.running(name).ifPresent(process -> process.end(time));
        home.forget(name);
    }

    /** SIGKILL: it cannot write or say anything more. Returns when it is gone. */
    public final synchronized void kill() {
        home.running(name).ifPresent(ProcessIdentity::kill);
        home.forget(name);
    }

    /** {@link #stop}, even if the process is paused or has ended, and {@link #start} on the same ports and data. */
    public final void restart() {
        stop();
        start();
    }

    /** SIGSTOP: it keeps its connections and answers nothing, like a machine that hangs. */
    public final void pause() {
        Platform.pause(pid());
    }

    /** SIGCONT: continues after {@link #pause}. */
    public final void resume() {
        Platform.resume(pid());
    }

    @Override
    public void close() {
        stop();
    }

    /** Whether the page answers with status 200, within seconds. */
    protected static boolean isOk(String url) throws IOException {
        HttpURLConnection probe = (HttpURLConnection) URI.create(url).toURL().openConnection();
        probe.setConnectTimeout(1_000);
        probe.setReadTimeout(2_000);
        try {
            return probe.getResponseCode() == HttpURLConnection.HTTP_OK;
        } finally {
            probe.disconnect();
        }
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
