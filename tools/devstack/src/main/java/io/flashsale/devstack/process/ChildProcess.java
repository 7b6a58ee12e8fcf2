package io.flashsale.devstack.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM of ours that exchanges lines over its standard input and output.
 *
 * <p>It must end when its input ends, and is ended with the owner of the directory in any case. Its log holds
 * its standard error.
 */
public final class ChildProcess implements AutoCloseable {

    private final String name;
    private final ProcessDirectory home;
    private final Process process;
    private final ProcessIdentity identity;

    private ChildProcess(String name, ProcessDirectory home, Process process, ProcessIdentity identity) {
        this.name = name;
        this.home = home;
        this.process = process;
        this.identity = identity;
    }

    /**
     * Starts it on the JDK of this process.
     *
     * @param name unique in the directory
     * @param arguments after {@code java} on the command line
     * @throws ServerFailedException if it cannot be started
     */
    public static ChildProcess java(String name, ProcessDirectory home, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Platform.java());
        command.addAll(arguments);
        try {
            Process process = new ProcessBuilder(Platform.apart(command))
                    .directory(home.path().toFile())
                    .redirectError(
                            ProcessBuilder.Redirect.appendTo(home.logFile(name).toFile()))
                    .start();
            ProcessIdentity identity = ProcessIdentity.of(process.pid())
                    .orElseThrow(
                            () -> new ServerFailedException(name + " ended at once, see " + home.logFile(name) + "."));
            identity.write(home.pidFile(name));
            return new ChildProcess(name, home, process, identity);
        } catch (IOException e) {
            throw new ServerFailedException(name + " could not be started: " + e.getMessage(), e);
        }
    }

    public String name() {
        return name;
    }

    public long pid() {
        return identity.pid();
    }

    public boolean isRunning() {
        return identity.isAlive();
    }

    public Path logFile() {
        return home.logFile(name);
    }

    /** Its output, for one reader. */
    public BufferedReader output() {
        return process.inputReader(StandardCharsets.UTF_8);
    }

    /** @throws IOException if it has closed its input */
    public synchronized void say(String line) throws IOException {
        var out = process.getOutputStream();
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** SIGSTOP: stops all its threads, like a long garbage collection or a machine that hangs. */
    public void pause() {
        Platform.pause(pid());
    }

    /** SIGCONT: continues after {@link #pause}. */
    public void resume() {
        Platform.resume(pid());
    }

    /** SIGKILL: it cannot do anything more. Returns when it is gone. */
    public void kill() {
        identity.kill();
        home.forget(name);
    }

    /** Ends its input, and kills it if it still runs after two seconds. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException goneAlready) {
            // already closed
        }
        if (isRunning()) {
            resume();
        }
        if (!identity.awaitEnd(Duration.ofSeconds(2))) {
            kill();
        }
        home.forget(name);
    }
}
