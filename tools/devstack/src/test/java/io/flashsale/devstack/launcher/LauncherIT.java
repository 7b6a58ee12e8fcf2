package io.flashsale.devstack.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.process.Scratch;
import io.flashsale.devstack.server.PrometheusServer;
import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.devstack.system.StubService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The launcher as a process, on real servers, with stubs for the services. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LauncherIT {

    /** For JVMs that live for seconds; also for the servers and services that they start. */
    private static final String QUICK = "-Dstub.shop=true -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    /** Digits of its own, and another loopback address than that of the servers. */
    private static final String ODD =
            QUICK + " -Duser.language=fa -Duser.country=IR -Djava.net.preferIPv6Addresses=true";

    /** Settings of services, as another project may leave them. */
    private static final Map<String, String> LEFT_OVER =
            Map.of("SPRING_DATA_REDIS_URL", "redis://elsewhere:1", "SERVER_SERVLET_CONTEXT_PATH", "/elsewhere");

    private final Path root = Scratch.directory("launcher");
    private final Path data = root.resolve(".flashsale/demo");

    @BeforeAll
    void stubs() throws IOException {
        StubService.jars(root);
    }

    @Test
    void smokeTestBuysIsRefusedAndLeavesNothing() throws Exception {
        Process smoke = launch(Map.of("JDK_JAVA_OPTIONS", ODD), "--smoke");
        String output = output(smoke);
        assertThat(smoke.waitFor()).as(output).isZero();
        assertThat(output)
                .contains("mariadb", "kafka", "redis", "gateway", "11 sales, 3 coupons added")
                .contains("AWAITING_PAYMENT", "is PAID", "/problems/sold-out", "Smoke test passed");
        assertThat(root.resolve(".flashsale").toFile().list((folder, name) -> name.startsWith("smoke")))
                .isNullOrEmpty();
    }

    @Test
    void refusesASecondStartRevivesAServiceAndStopsEverythingOnSigterm() throws Exception {
        int port = Ports.free();
        Process demo = launch(LEFT_OVER, "--port=" + port, "--data=" + data, "--break-lines", "--no-aot");
        ProcessDirectory home = awaitReady(demo);
        try {
            assertThat(home.names()).contains("gateway", "order-service", "stock-service", "mariadb", "redis", "kafka");
            assertThat(environmentOf(home.running("stock-service").orElseThrow().pid()))
                    .containsKey("SPRING_DATA_REDIS_HOST")
                    .doesNotContainKeys(LEFT_OVER.keySet().toArray(String[]::new));
            awaitLine(demo, "Everything of the shop is up");
            assertThat(home.names()).contains("control-room", "coupon-service");
            awaitLine(demo, "The lock lab is open");
            assertThat(home.names()).contains("lock-lab").hasSize(9);

            assertThat(refusalOf(launch("--port=" + port, "--data=" + data)))
                    .contains("running already, as process " + demo.pid());
            assertThat(refusalOf(launch("--port=" + port, "--data=" + data + "-2")))
                    .contains("Port " + port + " is taken by process", "--port=N");

            ProcessIdentity gateway = home.running("gateway").orElseThrow();
            ProcessHandle.of(gateway.pid()).orElseThrow().destroyForcibly();
            await().atMost(Duration.ofMinutes(10))
                    .until(() -> home.running("gateway")
                            .filter(another -> !another.equals(gateway))
                            .isPresent());
            breakMuch(home);
        } finally {
            demo.destroy();
        }
        assertThat(demo.waitFor(15, TimeUnit.MINUTES)).isTrue();
        assertThat(home.names()).isEmpty();
        assertThat(home.owner()).isEmpty();
    }

    /** Breaks several targets as the control room would; stopping the demo must not require a repair first. */
    private static void breakMuch(ProcessDirectory home) throws Exception {
        Map<String, String> environment =
                environmentOf(home.running("control-room").orElseThrow().pid());
        String url = environment.getOrDefault("FLASHSALE_FAULTS_URL", "");
        String authorization = "Bearer " + environment.get("FLASHSALE_FAULTS_SECRET");
        try (HttpClient http = HttpClient.newHttpClient()) {
            for (String fault : List.of(
                    "target=redis&fault=PAUSE",
                    "target=mariadb&fault=PAUSE",
                    "target=line+to+kafka&fault=CUT",
                    "target=line+to+redis&fault=DELAY",
                    "target=line+from+order-service+to+database&fault=CUT_ANSWERS",
                    "target=line+from+gateway+to+order-service&fault=CUT",
                    "target=line+from+gateway+to+stock-service&fault=CLOSE_SLOWLY",
                    "target=stock-service&fault=KILL")) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/faults?" + fault))
                        .header("Authorization", authorization)
                        .POST(BodyPublishers.noBody())
                        .build();
                HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            }
        }
        // A process that is down on purpose is not restarted.
        await().during(Duration.ofSeconds(2))
                .atMost(Duration.ofMinutes(10))
                .until(() -> home.running("stock-service").isEmpty());
    }

    private static Map<String, String> environmentOf(long pid) throws IOException {
        return Stream.of(Files.readString(Path.of("/proc", Long.toString(pid), "environ"))
                        .split("\0"))
                .map(variable -> variable.split("=", 2))
                .filter(variable -> variable.length == 2)
                .collect(Collectors.toMap(variable -> variable[0], variable -> variable[1], (one, other) -> one));
    }

    @Test
    void opensTheShopWithoutTheLockLabIfThatDoesNotStart() throws Exception {
        Path jar = ServiceName.LOCK_LAB.jar(root);
        Path aside = Files.move(jar, jar.resolveSibling("aside.jar"));
        Process demo = launch("--port=" + Ports.free(), "--data=" + data, "--no-aot");
        try {
            ProcessDirectory home = awaitReady(demo);
            awaitLine(demo, "Everything of the shop is up");
            assertThat(awaitLine(demo, "The lock lab"))
                    .startsWith("The lock lab did not start, the shop goes on without it: lock-lab is not built");
            assertThat(home.names()).contains("gateway").doesNotContain("lock-lab");
        } finally {
            demo.destroy();
            Files.move(aside, jar);
        }
        assertThat(demo.waitFor(15, TimeUnit.MINUTES)).isTrue();
    }

    /** Runs the Prometheus of this machine with the project's own alerts. */
    @Test
    void hasPrometheusLookOnWhereItIsInstalledAndEndsItToo() throws Exception {
        boolean installed = PrometheusServer.executable(Launcher.path()).isPresent();
        if (System.getenv("CI") == null) {
            assumeTrue(installed, "Prometheus is not installed: apt-get install prometheus");
        }
        assertThat(installed).as("Prometheus, where CI is set").isTrue();
        Path alerts = ProjectRoot.find().resolve("deploy/prometheus/alerts.yml");
        Path copy = root.resolve("deploy/prometheus/alerts.yml");
        Files.createDirectories(copy.getParent());
        Files.copy(alerts, copy, StandardCopyOption.REPLACE_EXISTING);

        Process demo = launch("--observe", "--no-aot", "--port=" + Ports.free(), "--data=" + data);
        ProcessIdentity prometheus;
        try {
            ProcessDirectory home = awaitReady(demo);
            String pages = awaitLine(demo, "Prometheus looks on:  ").replaceFirst(".*?:  ", "");
            assertThat(pages).matches("http://127\\.0\\.0\\.1:\\d+(/classic)?/alerts");
            assertThat(get(pages)).containsIgnoringCase("<html");
            prometheus = home.running("prometheus").orElseThrow();
            String api = pages.replaceFirst("(/classic)?/alerts$", "/api/v1/");
            await().atMost(Duration.ofMinutes(10))
                    .until(
                            () -> allOf("\"health\":\"(\\w+)\"", get(api + "targets")),
                            List.of("up", "up", "up", "up", "up")::equals);
            assertThat(allOf("\"service\":\"([\\w-]+)\"", get(api + "targets?state=active")))
                    .contains("stock-service", "order-service", "coupon-service", "control-room", "gateway");
            assertThat(allOf("\"name\":\"(\\w+)\"", get(api + "rules?type=alert")))
                    .isNotEmpty()
                    .containsAll(allOf("- alert: (\\w+)", Files.readString(alerts)));
        } finally {
            demo.destroy();
        }
        assertThat(demo.waitFor(15, TimeUnit.MINUTES)).isTrue();
        assertThat(prometheus.isAlive()).isFalse();
        assertThat(new ProcessDirectory(data).names()).isEmpty();
    }

    private static List<String> allOf(String group, String text) {
        return Pattern.compile(group)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static String get(String url) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()) {
            return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void saysInOneLineHowToGetPrometheusWhereItIsMissing() throws Exception {
        assertThat(refusalOf(launch(Map.of("PATH", root.toString()), "--observe", "--data=" + data)))
                .contains("apt-get install prometheus")
                .hasLineCount(1);
    }

    @Test
    void leavesAStrangersDirectoryAlone() throws Exception {
        Path precious = Files.createDirectories(root.resolve("precious"));
        Files.writeString(precious.resolve("letter.txt"), "keep me");
        assertThat(refusalOf(launch("--fresh", "--port=" + Ports.free(), "--data=" + precious)))
                .contains("holds something else");
        assertThat(precious.resolve("letter.txt")).hasContent("keep me");
    }

    /** The gateway would wait for order-service for ten minutes. */
    @Test
    void saysAtOnceWhichServiceHasEndedWithItsLogAndWhatToDo() throws Exception {
        Path other = root.resolve(".flashsale/dies");
        String said = refusalOf(launch(
                Map.of("JDK_JAVA_OPTIONS", QUICK + " -Dstub.dies=order-service -Dstub.silent=gateway"),
                "--no-aot",
                "--port=" + Ports.free(),
                "--data=" + other));
        assertThat(said)
                .contains("demo: order-service ended", "./demo --fresh", "order-service.log")
                .contains("  Validate failed: Migrations have failed validation")
                .doesNotContain("demo: gateway");
        assertThat(new ProcessDirectory(other).names()).isEmpty();
    }

    private ProcessDirectory awaitReady(Process demo) throws IOException {
        awaitLine(demo, "  Ctrl-C stops everything");
        return new ProcessDirectory(data);
    }

    /** The next line that begins like this. */
    private static String awaitLine(Process demo, String beginning) throws IOException {
        StringBuilder seen = new StringBuilder();
        for (String line = demo.inputReader().readLine();
                line != null;
                line = demo.inputReader().readLine()) {
            if (line.startsWith(beginning)) {
                return line.strip();
            }
            seen.append(line).append('\n');
        }
        throw new AssertionError("the demo ended: " + seen);
    }

    private Process launch(String... arguments) throws IOException {
        return launch(Map.of(), arguments);
    }

    private Process launch(Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dflashsale.root=" + root,
                "-cp",
                System.getProperty("java.class.path"),
                Launcher.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JDK_JAVA_OPTIONS", QUICK);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static String refusalOf(Process process) throws Exception {
        String output = output(process);
        assertThat(process.waitFor()).as(output).isEqualTo(1);
        return output;
    }

    private static String output(Process process) throws IOException {
        // The JVM prints that it picked up JDK_JAVA_OPTIONS.
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("NOTE: Picked up"))
                .reduce("", (all, line) -> all + line + "\n");
    }
}
