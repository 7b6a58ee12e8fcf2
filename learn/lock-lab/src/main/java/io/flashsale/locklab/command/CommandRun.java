package io.flashsale.locklab.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.flashsale.devstack.process.DirectoryInUseException;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.locklab.own.OwnFileException;
import io.flashsale.locklab.scenario.ScenarioException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What the lab's commands share: they print nothing else, and report an error that stops them in one line. */
public final class CommandRun {

    /** The exit code of a command that could not run. It says nothing about a case or a lock. */
    public static final int NOT_RUN = 2;

    private CommandRun() {}

    /** The body of a command; returns its exit code. */
    @FunctionalInterface
    public interface Body {
        int run() throws InterruptedException;
    }

    /** Runs as the process: switches the log off and ends the JVM with the exit code. */
    public static void asProcess(IntSupplier command) {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        System.exit(command.getAsInt());
    }

    /** Returns the body's exit code, or {@link #NOT_RUN} after printing a line to {@code err}. */
    public static int of(String name, PrintStream err, Body body) {
        try {
            return body.run();
        } catch (WrongUsageException
                | OwnFileException
                | InvalidPathException
                | ScenarioException
                | DirectoryInUseException
                | ServerFailedException
                | UncheckedIOException
                | UnsupportedOperationException e) {
            return notRun(name, err, e.getMessage());
        } catch (RuntimeException | LinkageError unexpected) {
            return notRun(name, err, unexpected.toString());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return notRun(name, err, "interrupted");
        }
    }

    private static int notRun(String name, PrintStream err, @Nullable String why) {
        err.println(name + ": " + String.valueOf(why).strip().replaceAll("\\s*\\n\\s*", "; "));
        return NOT_RUN;
    }
}
