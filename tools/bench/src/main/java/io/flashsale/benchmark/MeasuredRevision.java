package io.flashsale.benchmark;

import static io.flashsale.benchmark.BenchProgress.say;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A revision of the system while it is measured. */
final class MeasuredRevision implements AutoCloseable {

    private final Subject subject;
    private final SystemUnderTest system;
    private final PersistedOrders orders;
    private final Measurement measurement;

    private MeasuredRevision(Subject subject, SystemUnderTest system, PersistedOrders orders, Measurement measurement) {
        this.subject = subject;
        this.system = system;
        this.orders = orders;
        this.measurement = measurement;
    }

    /**
     * Starts the system and creates its shoppers.
     *
     * @param ownRoot root of the bench itself, whose scripts drive all systems
     * @param data folder for everything
     */
    static MeasuredRevision start(Subject subject, Path ownRoot, BenchOptions options, Path data) throws IOException {
        say("starting %s in %s", subject.name(), data);
        Path scratch = Files.createDirectories(data.resolve("scratch"));
        SystemUnderTest system = SystemUnderTest.start(subject, data.resolve("system"));
        Runtime.getRuntime().addShutdownHook(new Thread(system::close));
        try {
            if (subject.present()) {
                say("warming the way in: %,d bought", system.shop().warmUp());
            }
            PersistedOrders orders = system.orders();
            Loads loads = new Loads(options, system, orders, ownRoot, scratch);
            Measurement measurement = new Measurement(options, system, orders, loads, subject.results());
            return new MeasuredRevision(subject, system, orders, measurement);
        } catch (RuntimeException e) {
            system.close();
            throw e;
        }
    }

    String name() {
        return subject.name();
    }

    Measurement measurement() {
        return measurement;
    }

    @Override
    public void close() {
        orders.close();
        system.close();
    }
}
