package io.flashsale.locklab.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.flashsale.devstack.process.DirectoryInUseException;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.locklab.own.OwnFileException;
import io.flashsale.locklab.scenario.ScenarioException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.function.IntSupplier;
import org.slf4j.LoggerFactory;

/** What the lab's commands share. */
public final class LabCommands {

    /** Exceptions whose message says in one line what is wrong. */
    public static final List<Class<? extends Exception>> EXPLAINED = List.of(
            OwnFileException.class,
            InvalidPathException.class,
            ScenarioException.class,
            DirectoryInUseException.class,
            ServerFailedException.class,
            UncheckedIOException.class,
            UnsupportedOperationException.class);

    private LabCommands() {}

    /** Runs as the process: switches the log off and ends the JVM with the exit code. */
    public static void asProcess(IntSupplier command) {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        System.exit(command.getAsInt());
    }
}
