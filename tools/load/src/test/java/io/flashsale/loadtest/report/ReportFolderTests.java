package io.flashsale.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.loadtest.CannotMeasureException;
import io.flashsale.loadtest.Target;
import io.flashsale.loadtest.TestPlan;
import io.flashsale.loadtest.results.Samples;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.shop.Observer.Observation;
import io.flashsale.loadtest.verdict.RunOutcome;
import io.flashsale.loadtest.verdict.RunVerdict;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportFolderTests {

    private static final JsonNode AUDIT = JsonMapper.shared().readTree("""
            {"holds": false, "drained": true, "inFlight": 0, "waitingFor": [],
             "sale": {"initialStock": 2, "addedStock": 0, "available": 0, "deducted": 2, "released": 0,
                      "redisRemaining": null, "redisHolders": null, "sold": 3, "oversold": 1,
                      "orders": {"AWAITING_PAYMENT": 3}},
             "invariants": [{"id": "I2", "statement": "stock >= 0", "holds": false, "state": "VIOLATED", "findings":
                 [{"kind": "oversold", "count": 1, "first": "<script>", "worst": "<script>", "last": "x",
                   "examples": []}]}]}
            """);

    private final RunFacts facts = RunFacts.of(TestPlan.OVERSELL, Target.NAIVE, Map.of("host", "http://a & b"))
            .withSale("77", 2)
            .with(Tally.of(
                    List.of(
                            Samples.accepted(1_000, 1, 101),
                            Samples.refused(1_200, 2, "sold-out"),
                            Samples.timedOut(1_300, 3)),
                    TestPlan.OVERSELL,
                    1))
            .with(List.of(new Observation(1_000, 2L, null, 0L, null), new Observation(1_500, 0L, null, 3L, null)))
            .withAudit(AUDIT)
            .withUnreadable(1);

    private final RunVerdict verdict = new RunVerdict(
            RunOutcome.FAIL, "3 of 2 units sold", List.of("oversold by 1: 3 sold of 2"), List.of("a note"));

    @TempDir
    private Path root;

    private ReportFolder folder() {
        return ReportFolder.create(root, "oversell", root.resolve("report"));
    }

    @Test
    void writesAPageForPeopleThatIsWellFormedAndSafe() throws Exception {
        ReportFolder folder = folder();
        folder.write(facts, verdict);
        String page = Files.readString(folder.path().resolve("verdict.html"));
        assertThat(page)
                .contains("FAIL", "oversold by 1: 3 sold of 2", "&lt;script&gt;", "http://a &amp; b", "stock &gt;= 0")
                .doesNotContain("<script");
        for (String svg : page.split("(?=<svg)")) {
            if (svg.startsWith("<svg")) {
                String drawing = svg.substring(0, svg.indexOf("</svg>") + "</svg>".length());
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(drawing.getBytes(StandardCharsets.UTF_8)));
                assertThat(drawing).doesNotContain("NaN", "Infinity");
            }
        }
        assertThat(page.split("<svg", -1)).hasSizeGreaterThan(3);
    }

    @Test
    void writesWhatIsKnownOfARunThatHadHardlyBegun() throws Exception {
        ReportFolder folder = folder();
        folder.write(
                RunFacts.of(TestPlan.RESTOCK, Target.REAL, Map.of()),
                new RunVerdict(RunOutcome.INTERRUPTED, "", List.of("somebody stopped the run"), List.of()));
        assertThat(folder.path().resolve("verdict.html")).content().contains("INTERRUPTED", "somebody stopped the run");
        assertThat(JsonMapper.shared()
                        .readTree(Files.readString(folder.path().resolve("verdict.json")))
                        .path("exitStatus")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    void usesNoFolderThatHoldsSomething() throws Exception {
        Files.writeString(root.resolve("file"), "x");
        assertThatThrownBy(() -> ReportFolder.create(root, "oversell", root))
                .isInstanceOf(CannotMeasureException.class)
                .hasMessageContaining("is not empty: name another one with --report");
        assertThatThrownBy(() -> ReportFolder.create(root, "oversell", root.resolve("file/below")))
                .isInstanceOf(CannotMeasureException.class)
                .hasMessageContaining("cannot be made");
    }
}
