package io.flashsale.devstack.launcher;

import static java.util.stream.Collectors.joining;

import io.flashsale.devstack.launcher.seed.DemoFailedException;
import io.flashsale.devstack.process.Pause;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.SecretFile;
import io.flashsale.devstack.system.JavaService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Leaves the start of one service to the developer, for example in an IDE. */
record DeveloperStart(Console console, JavaService service, ProcessDirectory home) {

    /**
     * Tells the developer what the service needs, and returns when the service is ready.
     *
     * @throws DemoFailedException if the demo is stopped first
     */
    void await(Shutdown shutdown) {
        Path file = home.path().resolve(service.name() + ".env");
        try {
            SecretFile.write(file, lines(service.environment()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        console.line("Start " + service.name() + " now, for example in an IDE. The demo goes on when it is ready.");
        console.line("  environment: " + file);
        console.line(
                "  ports: " + service.httpPort() + ", and " + service.managementPort() + " for probes and metrics");
        long begin = System.nanoTime();
        while (!service.answers()) {
            if (shutdown.hasBegun()) {
                throw new DemoFailedException("stopped before " + service.name() + " was ready");
            }
            Pause.millis(200);
        }
        console.up(service.name(), Console.since(begin), "started by you");
    }

    /** One {@code NAME=value} a line without quotes, sorted, as IDEs read it. */
    static String lines(Map<String, String> environment) {
        return new TreeMap<>(environment)
                .entrySet().stream()
                        .map(variable -> variable.getKey() + "=" + variable.getValue() + "\n")
                        .collect(joining());
    }
}
