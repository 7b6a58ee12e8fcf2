package io.flashsale.devstack.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.flashsale.devstack.launcher.seed.DemoFailedException;
import io.flashsale.devstack.process.AotUse;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.system.JavaService;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeveloperStartTests {

    /** Ends a test that hangs; longer than any test takes on a slow machine. */
    private static final Duration HANGS_AFTER = Duration.ofMinutes(10);

    @TempDir
    private Path dir = Path.of("");

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Console console = new Console(new PrintStream(printed, true, StandardCharsets.UTF_8));

    private static JavaService service(ProcessDirectory home) {
        return new JavaService(
                "order-service",
                home,
                Path.of("order-service.jar"),
                List.of(),
                Map.of("SPRING_DATASOURCE_URL", "jdbc:mysql://127.0.0.1:1/x?a=b&c=d"),
                "127.0.0.1",
                Ports.free(),
                Ports.free(),
                AotUse.NONE);
    }

    @Test
    void writesTheEnvironmentForTheOwnerAndGoesOnWhenTheServiceIsReady() throws Exception {
        ProcessDirectory home = new ProcessDirectory(dir);
        JavaService service = service(home);
        CompletableFuture<Void> start =
                CompletableFuture.runAsync(() -> new DeveloperStart(console, service, home).await(new Shutdown(home)));
        Path file = dir.resolve("order-service.env");
        await().atMost(HANGS_AFTER)
                .until(() -> printed.toString(StandardCharsets.UTF_8).contains("probes"));
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("Start order-service now", file.toString(), " " + service.httpPort() + ", ")
                .contains(Integer.toString(service.managementPort()));
        assertThat(Files.readAllLines(file))
                .isSorted()
                .contains("SPRING_DATASOURCE_URL=jdbc:mysql://127.0.0.1:1/x?a=b&c=d")
                .contains("SERVER_PORT=" + service.httpPort())
                .contains("MANAGEMENT_SERVER_PORT=" + service.managementPort());
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(start).isNotDone();

        InetSocketAddress probes = new InetSocketAddress(InetAddress.getLoopbackAddress(), service.managementPort());
        HttpServer started = HttpServer.create(probes, 0);
        started.createContext("/actuator/health/readiness", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        started.start();
        try {
            await().atMost(HANGS_AFTER).until(start::isDone);
            assertThat(start).isCompleted();
        } finally {
            started.stop(0);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("started by you");
    }

    @Test
    void givesUpWhenTheDemoIsStopped() {
        ProcessDirectory home = new ProcessDirectory(dir);
        Shutdown shutdown = new Shutdown(home);
        shutdown.startHasEnded();
        shutdown.run();
        assertThatThrownBy(() -> new DeveloperStart(console, service(home), home).await(shutdown))
                .isInstanceOf(DemoFailedException.class)
                .hasMessageContaining("order-service");
    }
}
