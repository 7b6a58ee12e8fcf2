package io.flashsale.benchmark;

import static io.flashsale.benchmark.Progress.say;

import io.flashsale.benchmark.report.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** One revision of the system that is measured. */
final class Trial implements AutoCloseable {

    private final String name;
    private final SystemUnderTest system;
    private final PersistedOrders orders;
    private final Measurement measurement;

    private Trial(String name, SystemUnderTest system, PersistedOrders orders, Measurement measurement) {
        this.name = name;
        this.system = system;
        this.orders = orders;
        this.measurement = measurement;
    }

    /**
     * Starts the system, and makes its shoppers.
     *
     * @param name which revision it is, as the reader is to see it
     * @param root of the working copy whose jars are run
     * @param ownRoot of the bench itself, whose scripts drive all systems
     * @param data where everything goes
     */
    static Trial start(String name, Path root, Path ownRoot, Options options, Path data) throws IOException {
        say("starting %s in %s", name, data);
        Path scratch = Files.createDirectories(data.resolve("scratch"));
        SystemUnderTest system = SystemUnderTest.start(root, data.resolve("system"));
        Runtime.getRuntime().addShutdownHook(new Thread(system::close));
        try {
            PersistedOrders orders = system.orders();
            Loads loads = new Loads(options, system, orders, ownRoot, scratch);
            return new Trial(name, system, orders, new Measurement(options, system, orders, loads));
        } catch (RuntimeException e) {
            system.close();
            throw e;
        }
    }

    String name() {
        return name;
    }

    SystemUnderTest system() {
        return system;
    }

    Measurement measurement() {
        return measurement;
    }

    /** What was measured so far. */
    Results results() {
        return measurement.results();
    }

    @Override
    public void close() {
        orders.close();
        system.close();
    }
}
