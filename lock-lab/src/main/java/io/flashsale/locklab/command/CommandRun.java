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

/** What the commands of the lab have in common: what they print is all they say, and what keeps them from running is one line. */
public final class CommandRun {

    /** The exit code of what could not be run: nothing follows from it about a case or a lock. */
    public static final int NOT_RUN = 2;

    private CommandRun() {}

    /** What a command does; returns its exit code. */
    @FunctionalInterface
    public interface Body {
        int run() throws InterruptedException;
    }

    /** As the process: leaves out the log, and ends the JVM with the exit code. */
    public static void asProcess(IntSupplier command) {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        System.exit(command.getAsInt());
    }

    /** The exit code of the body, or {@link #NOT_RUN} and a line on {@code err}. */
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
