package io.flashsale.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.judge.ToyShop.Fault;
import io.flashsale.judge.verdict.ShopFinding.Kind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Judges the toy shop, from the command line to the exit status: each fault has its own finding, and no other. */
@Tag("long")
class ToyShopIT {

    private static final DevStack STACK = DevStack.in(
                    Path.of("target/stack-" + ProcessHandle.current().pid()))
            .mariaDb()
            .redis()
            .start();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(STACK::close));
        System.setProperty("flashsale.root", ProjectRoot.find().toString());
    }

    @TempDir
    private Path folder;

    private String adapter = "src/test/resources/io/flashsale/judge/toy.yaml";
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private int run(Fault fault, String... words) throws Exception {
        SqlDatabase database = STACK.database().freshSchema("toy");
        String redisUrl = STACK.redis().freshDatabase().url();
        try (ToyShop shop = new ToyShop(fault, database, redisUrl);
                PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            Map<String, String> environment = Map.of(
                    "TOY_URL",
                    shop.url(),
                    "TOY_JDBC",
                    database.jdbcUrl(),
                    "TOY_USER",
                    database.user(),
                    "TOY_PASSWORD",
                    database.password(),
                    "TOY_REDIS",
                    redisUrl,
                    "TOY_LOG",
                    folder.resolve("log").toString());
            return VerdictKit.run(List.of(words), environment, out, out);
        }
    }

    private int judge(Fault fault, String plan, String... options) throws Exception {
        List<String> words = new ArrayList<>(
                List.of(adapter, plan, "--users=60", "--stock=20", "--ramp=0", "--report=" + folder.resolve("report")));
        if (!plan.equals("one-per-user")) {
            words.add("--threads=20");
        }
        words.addAll(List.of(options));
        return run(fault, words.toArray(String[]::new));
    }

    /** Judges another adapter from now on: the toy's with this change. */
    private void change(String from, String to) throws Exception {
        String text = Files.readString(Path.of(adapter));
        assertThat(text).contains(from);
        Path changed = folder.resolve("changed.yaml");
        Files.writeString(changed, text.replace(from, to));
        adapter = changed.toString();
    }

    private JsonNode verdict() throws Exception {
        return JsonMapper.shared().readTree(Files.readString(folder.resolve("report/verdict.json")));
    }

    private String output() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void passesTheShopWithoutAFault() throws Exception {
        assertThat(judge(Fault.NONE, "oversell")).as(output()).isZero();

        assertThat(output().lines())
                .last()
                .isEqualTo("PASS  60 clicks of 60 shoppers on 20 units: 20 accepted, 40 refused, 20 orders");
        assertThat(verdict().path("findings")).isEmpty();
        assertThat(folder.resolve("report/verdict.md")).content().startsWith("**PASS** toy &lt;shop>, oversell");
        assertThat(folder.resolve("report/verdict.html"))
                .content()
                .contains("nothing found", "toy &lt;shop&gt;")
                .doesNotContain("<script");
    }

    @ParameterizedTest
    @CsvSource({
        "SELLS_MORE_THAN_THERE_IS, OVERSOLD, 5",
        "SELLS_TWICE, BOUGHT_TWICE, 4",
        "LOSES, ACCEPTED_AND_LOST, 6",
        "INVENTS, ORDER_FROM_NOWHERE, 5",
        "MISCOUNTS, STOCK_DOES_NOT_ADD_UP, 4",
        "FORGETS_REDIS, REDIS_AND_DATABASE_DIFFER, 5"
    })
    void findsEachFaultAndNothingElse(Fault fault, Kind kind, int count) throws Exception {
        assertThat(judge(fault, "oversell")).as(output()).isEqualTo(1);

        JsonNode findings = verdict().path("findings");
        assertThat(findings).as(output()).hasSize(1);
        assertThat(findings.path(0).path("kind").asString()).isEqualTo(kind.slug());
        assertThat(findings.path(0).path("count").asInt()).isEqualTo(count);
        assertThat(output().lines()).last().asString().startsWith("FAIL  ");
    }

    @Test
    void passesOnePerUserWhereEachShopperClicksInParallel() throws Exception {
        assertThat(judge(Fault.NONE, "one-per-user", "--clicks=5")).as(output()).isZero();

        assertThat(verdict().path("clicks").asInt()).isEqualTo(300);
        assertThat(verdict().path("refused").path("already-purchased").asInt()).isEqualTo(80);
    }

    @Test
    void addsTheUnitsOfRestock() throws Exception {
        assertThat(judge(Fault.NONE, "restock", "--clicks=8")).as(output()).isZero();

        // How many of the five come in time depends on the machine.
        assertThat(verdict().path("units").asInt() % 50).isEqualTo(20);
        assertThat(verdict().path("sold").asInt())
                .isEqualTo(verdict().path("accepted").asInt());
    }

    @Test
    void killsAndStartsAPartInTheMiddle() throws Exception {
        assertThat(judge(Fault.NONE, "oversell", "--kill=nothing")).as(output()).isZero();

        assertThat(Files.readAllLines(folder.resolve("log"))).containsExactly("killed", "started");
    }

    @Test
    void isUnmeasuredWithoutWhatTheAdapterLacks() throws Exception {
        assertThat(judge(Fault.NONE, "oversell", "--kill=nothing,queue")).isEqualTo(2);

        assertThat(output()).hasLineCount(1).startsWith("UNMEASURED  the adapter lacks parts.queue");
        assertThat(folder.resolve("report")).doesNotExist();
    }

    @Test
    void checksEachPartOfTheAdapterWithOnePurchase() throws Exception {
        assertThat(run(Fault.NONE, "check", adapter)).as(output()).isZero();

        assertThat(output())
                .contains("answers.0    accepted: yes", "was accepted and recorded")
                .endsWith("OK  the adapter fits the shop" + System.lineSeparator());
    }

    @Test
    void saysInOneLineWhatIsWrong() throws Exception {
        change("SELECT stock FROM sale", "SELECT stok FROM sale");

        assertThat(run(Fault.NONE, "check", adapter)).isEqualTo(2);
        assertThat(output().lines())
                .last()
                .asString()
                .startsWith("jmeter/verdict: truth.stock: the database: Unknown column 'stok'");
    }

    @Test
    void saysBeforeTheFirstClickWhichColumnIsMissing() throws Exception {
        change("user_id, state AS status FROM", "user_id, state FROM");

        assertThat(judge(Fault.NONE, "oversell")).isEqualTo(2);
        assertThat(output()).doesNotContain("click").contains("the query has order_id, user_id, state.");
        assertThat(folder.resolve("report")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"LOSES, 2, UNMEASURED  the shop did not drain", "SELLS_MORE_THAN_THERE_IS, 1, FAIL  oversold by 5:"})
    void blamesAShopThatDidNotDrainOnlyForWhatIsCertain(Fault fault, int status, String line) throws Exception {
        change("unchanged: 1", "sql: SELECT 1, timeout: 1");

        assertThat(judge(fault, "oversell")).as(output()).isEqualTo(status);
        assertThat(output().lines()).last().asString().startsWith(line);
        assertThat(folder.resolve("report/verdict.html")).content().contains("not checked: the shop did not drain");
    }

    @Test
    void blamesNoShopForAPartThatWasNotStartedAgain() throws Exception {
        change("echo started >> ${env.TOY_LOG}", "exit 3");

        assertThat(judge(Fault.NONE, "oversell", "--kill=nothing")).isEqualTo(2);
        assertThat(output().lines())
                .last()
                .asString()
                .startsWith("jmeter/verdict: parts.nothing.start: it ended with status 3: see ");
    }

    @Test
    void saysTheVerdictEvenIfTheReportCannotBeWritten() throws Exception {
        change("echo killed >> ${env.TOY_LOG}", "mkdir -p " + folder.resolve("report/verdict.md/in-the-way"));

        assertThat(judge(Fault.LOSES, "oversell", "--kill=nothing")).isEqualTo(2);
        assertThat(output().lines())
                .last()
                .asString()
                .startsWith("jmeter/verdict: The report cannot be written (")
                .endsWith("it would say: FAIL  6 of 26 accepted purchases have no order");
        assertThat(folder.resolve("report/verdict.html")).doesNotExist();
        assertThat(folder.resolve("report/verdict.json")).doesNotExist();
    }
}
