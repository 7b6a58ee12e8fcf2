package io.flashsale.devstack.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM of ours that we talk to in lines over its standard input and output. It is to end when its input ends, and is
 * ended with the owner of the directory in any case. What it writes to its standard error is in its log.
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
     * Starts it on the JDK that runs us.
     *
     * @param name unique in the directory: the names of the log and of the pid file
     * @param arguments what follows {@code java} on the command line
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

    /** What it wrote to its standard error, over all its starts. */
    public Path logFile() {
        return home.logFile(name);
    }

    /** What it says. For one reader. */
    public BufferedReader output() {
        return process.inputReader(StandardCharsets.UTF_8);
    }

    /** @throws IOException if it does not listen any more */
    public synchronized void say(String line) throws IOException {
        var out = process.getOutputStream();
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** SIGSTOP: not one of its threads goes on, as in a long collection of garbage or on a machine that hangs. */
    public void pause() {
        Platform.signal("STOP", pid());
    }

    /** SIGCONT: goes on after {@link #pause}. */
    public void resume() {
        Platform.signal("CONT", pid());
    }

    /** SIGKILL: it has no chance to do anything more. Returns when it is gone. */
    public void kill() {
        Termination.force(identity);
        home.forget(name);
    }

    /** Ends its input, and kills it if it is still there after two seconds. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException goneAlready) {
            // that is what we want
        }
        if (isRunning()) {
            resume();
        }
        if (!Termination.awaitEnd(identity, Duration.ofSeconds(2))) {
            kill();
        }
        home.forget(name);
    }
}
