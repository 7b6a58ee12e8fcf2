package io.flashsale.devstack.server;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ServerFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Prometheus installed on this machine, with the project's alerts, on the loopback address.
 *
 * <p>It is no part of the build: {@link #executable} finds it.
 */
public final class PrometheusServer extends ManagedProcess {

    /**
     * A service that Prometheus scrapes.
     *
     * @param service the value of the label by which alerts name services
     * @param managementPort on the loopback address
     */
    public record Target(String service, int managementPort) {}

    private static final String ALERTS = "/alerts";
    private static final String CLASSIC_ALERTS = "/classic/alerts";

    private final Path executable;
    private final Path alerts;
    private final List<Target> targets;
    private final int port = Ports.free();

    /** @param alerts a file with rules */
    public PrometheusServer(ProcessDirectory home, Path executable, Path alerts, List<Target> targets) {
        super("prometheus", home);
        this.executable = executable;
        this.alerts = alerts.toAbsolutePath();
        this.targets = List.copyOf(targets);
    }

    /**
     * The installed executable; empty if there is none.
     *
     * @param path the directories to search, in the format of the variable PATH
     */
    public static Optional<Path> executable(String path) {
        return Binaries.installed("prometheus", path);
    }

    /** Without a slash at the end. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /**
     * The page of the alerts; call this when Prometheus serves. Debian's version has only the older pages,
     * elsewhere.
     *
     * @throws ServerFailedException if Prometheus does not answer
     */
    public String alertsPage() {
        try {
            return url() + (isOk(url() + ALERTS) ? ALERTS : CLASSIC_ALERTS);
        } catch (IOException silent) {
            throw new ServerFailedException(name() + " does not answer: " + silent.getMessage(), silent);
        }
    }

    @Override
    protected void prepare() throws IOException {
        StringBuilder configuration = new StringBuilder("""
                global:
                  scrape_interval: 2s
                  evaluation_interval: 2s
                  external_labels: {docs: docs}
                rule_files:
                  - '%s'
                scrape_configs:
                  - job_name: flash-sale
                    metrics_path: /actuator/prometheus
                    static_configs:
                """.formatted(alerts));
        for (Target target : targets) {
            configuration.append("""
                      - targets: ['127.0.0.1:%s']
                        labels: {service: %s}
                """.formatted(target.managementPort(), target.service()));
        }
        Files.writeString(configuration(), configuration);
    }

    @Override
    protected List<String> command() {
        return List.of(
                executable.toString(),
                "--config.file=" + configuration(),
                "--storage.tsdb.path=" + data().resolve("data"),
                "--storage.tsdb.retention.time=1d",
                "--web.listen-address=127.0.0.1:" + port);
    }

    private Path configuration() {
        return data().resolve("prometheus.yml");
    }

    @Override
    protected Map<Integer, String> ports() {
        return Map.of(port, "its pages");
    }

    @Override
    protected boolean isReady() throws IOException {
        return isOk(url() + "/-/ready");
    }
}
