package io.flashsale.system.purchase;

import static io.flashsale.system.harness.Shop.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.TicketSale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs the load test from its command line to its exit status, with JMeter and a small crowd.
 *
 * <p>It must pass a correct sale and fail a wrong one; a checker that never says FAIL proves nothing.
 */
class LoadTestIT {

    private static final Duration HANGS_AFTER = Duration.ofMinutes(15);
    private static final Path ROOT = ProjectRoot.find();

    /** So few click one after the other. */
    private static final int FEWEST = 5;

    private final RunningSystem system = RunningSystem.get();

    @TempDir
    private Path folder;

    private Path report;
    private Path output;

    /** Halved while the machine is too slow for so many. */
    private int users = 200;

    @BeforeEach
    void aPlaceForTheReport() {
        report = folder.resolve("report");
        output = folder.resolve("output.txt");
    }

    /**
     * Runs the load test. Repeats it with half of the shoppers if the shop was slow or unavailable: then the number of
     * sales says nothing. The records must be right even then.
     *
     * @param option a further one for so many shoppers
     * @param others for any number of them
     */
    private int runUndisturbed(String plan, IntFunction<String> option, String... others) throws Exception {
        int status = runCrowd(plan, option, others);
        while (users >= 2 * FEWEST && wasDisturbed()) {
            requireNothingWrongInTheRecords();
            users /= 2;
            report = folder.resolve("report-of-" + users);
            status = runCrowd(plan, option, others);
        }
        return status;
    }

    private int runCrowd(String plan, IntFunction<String> option, String... others) throws Exception {
        List<String> options = new ArrayList<>(
                List.of("--users=" + users, "--stock=" + units(), "--ramp=1", "--warm-up=0", option.apply(users)));
        options.addAll(List.of(others));
        return run(plan, options.toArray(String[]::new));
    }

    private int units() {
        return users / 5;
    }

    private static String fourOnEachThread(int shoppers) {
        return "--threads=" + Math.max(1, shoppers / 4);
    }

    private String allSold(int clicks) {
        return "PASS  %1$d of %1$d units sold, %2$d clicks of %3$d shoppers: %1$d accepted"
                .formatted(units(), clicks, users);
    }

    private boolean wasDisturbed() throws IOException {
        JsonNode clients = verdict().path("clients");
        return Stream.of("unexpected", "indeterminate")
                .anyMatch(kind -> clients.path(kind).toString().matches(".*(50[34]|timeout|Timeout).*"));
    }

    private void requireNothingWrongInTheRecords() throws IOException {
        JsonNode verdict = verdict();
        assertThat(verdict.at("/clients/contradictions")).as(said()).isEmpty();
        JsonNode audit = verdict.path("audit");
        List<String> figures =
                new ArrayList<>(List.of("/sale/oversold", "/template/tooMany", "/clients/answeredTwice"));
        if (audit.path("drained").asBoolean(false)) {
            figures.add("/clients/lost"); // otherwise it may be on its way
        }
        for (String figure : figures) {
            assertThat(audit.at(figure).asLong(0)).as(figure + ": " + said()).isZero();
        }
        List<String> violations = audit.path("invariants")
                .valueStream()
                .filter(invariant -> invariant.path("state").asString("").equals("VIOLATED"))
                .flatMap(invariant -> invariant.path("findings").valueStream())
                .map(finding -> finding.path("kind").asString(""))
                .toList();
        // Shoppers whose answer was lost have orders, too, which no answer explains.
        assertThat(violations).as(said()).allMatch("unexplained-order"::equals);
    }

    @Tag("long")
    @Test
    void passesTheRealPath() throws Exception {
        assertThat(runUndisturbed("oversell", LoadTestIT::fourOnEachThread))
                .as(said())
                .isZero();

        assertThat(lastLine()).startsWith(allSold(users));
        JsonNode verdict = verdict();
        assertThat(verdict.path("outcome").asString()).isEqualTo("PASS");
        assertThat(verdict.at("/clients/refused/sold-out").asInt()).isEqualTo(users - units());
        assertThat(verdict.at("/audit/holds").asBoolean()).isTrue();
        assertThat(verdict.at("/audit/clients/persisted").asInt()).isEqualTo(units());
        assertThat(verdict.at("/audit/sale/sold").asInt()).isEqualTo(units());
        assertThat(report.resolve("verdict.html")).content().contains("<svg", "I1", "I6");
        assertThat(report.resolve("dashboard/index.html")).exists();
    }

    /** @param limit units that each may have */
    @ParameterizedTest
    @Tag("weekly")
    @ValueSource(ints = {1, 3})
    void passesImpatientShoppers(int limit) throws Exception {
        users = 100;
        assertThat(runUndisturbed("one-per-user", shoppers -> "--clicks=10", "--limit=" + limit))
                .as(said())
                .isZero();

        assertThat(lastLine()).startsWith(allSold(10 * users));
        assertThat(report.resolve("jmeter.log"))
                .content()
                .as("nobody was left behind at the barrier")
                .doesNotContain("timeouted");
    }

    @Test
    @Tag("weekly")
    void passesTheCoupons() throws Exception {
        assertThat(runUndisturbed("coupon-grab", LoadTestIT::fourOnEachThread))
                .as(said())
                .isZero();

        assertThat(lastLine()).startsWith(allSold(users));
        assertThat(verdict().at("/audit/clients/persisted").asInt()).isEqualTo(units());
        assertThat(report.resolve("verdict.html")).content().contains("I8", "I9", "I10");
    }

    @ParameterizedTest
    @Tag("weekly")
    @ValueSource(strings = {"queue", "lottery"})
    void passesWhoWaitsForTheirTurn(String mode) throws Exception {
        assertThat(runUndisturbed("waiting-room", shoppers -> "--mode=" + mode))
                .as(said())
                .isZero();

        assertThat(lastLine())
                .startsWith("PASS  %1$d of %1$d units sold, ".formatted(units()))
                .contains("%d shoppers: %d accepted".formatted(users, units()));
        JsonNode verdict = verdict();
        assertThat(verdict.path("remarks").toString())
                .contains("%s: %d numbers were given, and the first %d places served"
                        .formatted(mode.toUpperCase(Locale.ROOT), users, units()));
        JsonNode refused = verdict.at("/clients/refused");
        assertThat(refused.path("already-purchased").asInt()).isEqualTo(units());
        assertThat(refused.path("ticket-required").asInt()).isGreaterThanOrEqualTo(users - units());
        assertThat(report.resolve("verdict.html")).content().contains("I12");
    }

    /** Gives turns to shoppers far behind, directly in Redis. */
    @Test
    @Tag("weekly")
    void failsAWaitingRoomThatServesOutOfTurn() throws Exception {
        TicketSale room =
                TicketSale.of(system.shop, "QUEUE", 60, 50, Instant.now().minusSeconds(5));
        long ends = Instant.now().plus(RunningSystem.TURN).toEpochMilli();
        for (int number = 81; number <= 120; number++) {
            system.records.turns(room.sale).add(ends, Integer.toString(number));
        }

        assertThat(run(
                        "waiting-room",
                        "--sale=" + room.sale,
                        "--users=120",
                        "--threads=120",
                        "--ramp=1",
                        "--warm-up=0"))
                .as(said())
                .isEqualTo(1);
        assertThat(verdict().path("outcome").asString()).isEqualTo("FAIL");
        assertThat(lastLine()).startsWith("FAIL  ").contains("out of turn", "were passed over");
    }

    @Tag("long")
    @Test
    void failsTheNaivePathAndSaysHowManyAreOversold() throws Exception {
        RunningSystem.withLockLab();
        String naive = "--target=naive";
        assertThat(run("oversell", naive, "--users=200", "--stock=40", "--threads=50", "--ramp=1", "--warm-up=0"))
                .as(said())
                .isEqualTo(1);

        JsonNode verdict = verdict();
        assertThat(verdict.path("outcome").asString()).isEqualTo("FAIL");
        int oversold = verdict.at("/audit/sale/oversold").asInt();
        assertThat(oversold).isPositive();
        assertThat(lastLine()).startsWith("FAIL  oversold by %d: %d sold of 40".formatted(oversold, 40 + oversold));
        assertThat(report.resolve("verdict.html")).content().contains("lost-update", "oversold");
    }

    @Tag("weekly")
    @Test
    void saysThatItWasInterrupted() throws Exception {
        Process running = start("oversell", "--users=20", "--stock=5", "--threads=10", "--warm-up=600");
        await().until(() -> said().contains("warming up"));
        running.destroy();

        assertThat(running.waitFor(SOON)).isTrue();
        assertThat(running.exitValue()).as(said()).isEqualTo(2);
        assertThat(lastLine()).startsWith("INTERRUPTED  ");
        assertThat(verdict().path("outcome").asString()).isEqualTo("INTERRUPTED");
        assertThat(report.resolve("verdict.html")).content().contains("INTERRUPTED");
    }

    @Tag("weekly")
    @Test
    void cannotMeasureASaleThatHasBeenUsed() throws Exception {
        long sale = system.shop.openSale(5);
        String order = system.shop.buy(sale, system.shop.user());
        system.records.requireInvariants(sale, List.of(order)); // waits until the order is in the records

        assertThat(run("oversell", "--sale=" + sale)).isEqualTo(2);
        assertThat(said()).hasLineCount(1).contains("Sale " + sale + " exists and has been used");
        assertThat(run("oversell", "--sale=987654321")).isEqualTo(2);
        assertThat(said()).hasLineCount(1).contains("There is no sale 987654321");
        assertThat(report).doesNotExist();
    }

    /** About 5 MB; the gateway accepts only 64 KB for most calls. AuditIT shows the same of the real path. */
    @Tag("weekly")
    @Test
    void getsTheRecordOfAHundredThousandNaiveOrdersThroughTheGateway() {
        RunningSystem.withLockLab();
        User admin = system.shop.admin();
        Answer sale = system.shop.call("POST", "/api/lab/naive/sales", admin, """
                {"title": "Large", "priceCents": 1, "initialStock": 5}\
                """);
        String record = LongStream.rangeClosed(1, 100_000)
                .mapToObj(order -> "{\"orderId\":\"9%017d\",\"userId\":\"%d\"}".formatted(order, order))
                .collect(Collectors.joining(",", "{\"accepted\":[", "]}"));

        String audit = "/api/lab/naive/audit/" + sale.body().path("id").asString();
        Answer answer = system.shop.call("POST", audit, admin, record);

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.body().at("/clients/lost").asInt()).isEqualTo(100_000);
    }

    /** Runs the load test against this system and returns its exit status. */
    private int run(String plan, String... options) throws Exception {
        Process running = start(plan, options);
        assertThat(running.waitFor(HANGS_AFTER)).as(said()).isTrue();
        return running.exitValue();
    }

    /** The process that {@code jmeter/run} starts after the build. */
    private Process start(String plan, String... options) throws IOException {
        Path target = ROOT.resolve("tools/load/target");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dflashsale.root=" + ROOT,
                "-cp",
                target.resolve("load.jar") + ":" + Files.readString(target.resolve("runner.classpath")),
                "io.flashsale.loadtest.LoadTest",
                plan,
                "--host=" + system.services.gatewayUrl(),
                "--report=" + report));
        command.addAll(List.of(options));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private String said() throws IOException {
        return Files.exists(output) ? Files.readString(output) : "";
    }

    private String lastLine() throws IOException {
        return said().lines().reduce("", (before, line) -> line);
    }

    private JsonNode verdict() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(report.resolve("verdict.json")));
    }
}
