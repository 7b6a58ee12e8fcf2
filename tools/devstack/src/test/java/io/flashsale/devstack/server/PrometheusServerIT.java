package io.flashsale.devstack.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.Scratch;
import io.flashsale.devstack.system.ProjectRoot;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PrometheusServerIT {

    private final AtomicInteger oversold = new AtomicInteger(1);

    @Test
    @Tag("long")
    void shouldFireTheProjectsAlertsAndFallSilent() throws Exception {
        Optional<Path> executable = PrometheusServer.executable(System.getenv().getOrDefault("PATH", ""));
        if (System.getenv("CI") == null) {
            assumeTrue(executable.isPresent(), "Prometheus is not installed: apt-get install prometheus");
        }
        assertThat(executable).as("Prometheus, where CI is set").isPresent();
        ProcessDirectory home = new ProcessDirectory(Scratch.directory("prometheus"));
        HttpServer service = service();
        Path alerts = ProjectRoot.find().resolve("deploy/prometheus/alerts.yml");
        List<PrometheusServer.Target> targets = List.of(new PrometheusServer.Target(
                "stock-service", service.getAddress().getPort()));
        try (PrometheusServer prometheus = new PrometheusServer(home, executable.get(), alerts, targets)) {
            prometheus.start();
            await().atMost(Duration.ofMinutes(2)).until(() -> firing(prometheus).contains("\"Oversold\""));
            oversold.set(0);
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> !firing(prometheus).contains("\"Oversold\""));
        } finally {
            service.stop(0);
        }
        assertThat(home.names()).isEmpty();
    }

    @Test
    void shouldBeFoundWhereProgramsAre() throws Exception {
        Path folder = Files.createDirectories(Scratch.directory("programs"));
        assertThat(PrometheusServer.executable(folder + ":")).isEmpty();
        Path file = Files.createFile(folder.resolve("prometheus"));
        assertThat(PrometheusServer.executable(folder.toString())).isEmpty();
        assertThat(file.toFile().setExecutable(true)).isTrue();
        assertThat(PrometheusServer.executable("/nowhere:" + folder)).hasValue(file);
    }

    private HttpServer service() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/actuator/prometheus", exchange -> {
            byte[] metrics = ("flashsale_ledger_oversold " + oversold.get() + "\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(200, metrics.length);
            exchange.getResponseBody().write(metrics);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String firing(PrometheusServer prometheus) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(prometheus.url() + "/api/v1/alerts"))
                    .build();
            return http.send(request, BodyHandlers.ofString()).body();
        }
    }
}
