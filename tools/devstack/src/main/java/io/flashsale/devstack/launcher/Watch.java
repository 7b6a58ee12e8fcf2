package io.flashsale.devstack.launcher;

import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.system.JavaService;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** Prints the services' error lines and restarts ended services, as {@link Revivals} permits. */
final class Watch {

    private static final int LINES_A_LOOK = 5;

    private final Console console;
    private final List<JavaService> services = new CopyOnWriteArrayList<>();
    private final Shutdown shutdown;
    private final Predicate<String> brokenOnPurpose;
    private final Map<String, LogTail> tails = new HashMap<>();
    private final Revivals revivals = new Revivals();
    private final Set<String> given = new HashSet<>();

    /** @param brokenOnPurpose whether a service, by name, is down on purpose */
    Watch(Console console, Shutdown shutdown, Predicate<String> brokenOnPurpose) {
        this.console = console;
        this.shutdown = shutdown;
        this.brokenOnPurpose = brokenOnPurpose;
    }

    /** Watches a service that has just come up; thread-safe. */
    void add(JavaService service) {
        services.add(service);
    }

    void run() {
        while (!shutdown.hasBegun()) {
            services.forEach(this::look);
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    void look(JavaService service) {
        LogTail tail = tails.computeIfAbsent(service.name(), name -> new LogTail(service.logFile()));
        List<String> errors = tail.newErrors();
        errors.stream().limit(LINES_A_LOOK).forEach(line -> console.line("[" + service.name() + "] " + line));
        if (errors.size() > LINES_A_LOOK) {
            console.line(
                    "[" + service.name() + "] and " + (errors.size() - LINES_A_LOOK) + " more in " + service.logFile());
        }
        if (!service.isRunning()
                && !shutdown.hasBegun()
                && !given.contains(service.name())
                && !brokenOnPurpose.test(service.name())) {
            revive(service);
        }
    }

    private void revive(JavaService service) {
        if (!revivals.permit(service.name(), Instant.now())) {
            given.add(service.name());
            console.line("[" + service.name() + "] has ended again within " + Revivals.PROBATION.toSeconds()
                    + " s and stays down; see " + service.logFile());
            return;
        }
        console.line("[" + service.name() + "] has ended; see " + service.logFile() + ". Starting it again ...");
        try {
            shutdown.unlessBegun(service::launch);
            service.awaitReady();
            console.line("[" + service.name() + "] is up again");
        } catch (ServerFailedException e) {
            if (!shutdown.hasBegun()) {
                given.add(service.name());
                console.line("[" + service.name() + "] stays down: " + e.getMessage());
            }
        }
    }
}
