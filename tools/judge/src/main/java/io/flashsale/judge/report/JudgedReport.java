package io.flashsale.judge.report;

import io.flashsale.judge.verdict.ShopFinding;
import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Writes {@code verdict.html}, {@code verdict.md} and {@code verdict.json}: all of them or none. */
public final class JudgedReport {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private JudgedReport() {}

    /** @throws CannotMeasureException that names the verdict, if it cannot be written */
    public static void write(Path folder, JudgedFacts facts) {
        Map<String, String> files = Map.of(
                "verdict.html",
                new JudgedPage(facts).html(),
                "verdict.md",
                summary(facts),
                "verdict.json",
                json(facts));
        try {
            for (Map.Entry<String, String> file : files.entrySet()) {
                Files.writeString(folder.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            files.keySet().forEach(name -> folder.resolve(name).toFile().delete());
            throw new CannotMeasureException(
                    "The report cannot be written (%s); it would say: %s"
                            .formatted(e.getMessage(), facts.verdict().line()),
                    e);
        }
    }

    /** The verdict in a few lines of Markdown, for an issue or a pull request. */
    static String summary(JudgedFacts facts) {
        String findings = facts.findings().isEmpty()
                ? String.join("; ", facts.verdict().reasons())
                : String.join(
                        "; ",
                        facts.findings().stream().map(ShopFinding::sentence).toList());
        // Answers of a shop may be HTML.
        return """
                **%s** %s, %s%s

                | units | clicks | accepted | refused | left open | orders | accepted/s | sold out/s |
                | --- | --- | --- | --- | --- | --- | --- | --- |
                | %d | %d | %d | %d | %d | %d | %d | %d |

                `%s` on %s
                """.formatted(
                        facts.verdict().outcome(),
                        facts.shop(),
                        facts.plan(),
                        findings.isEmpty() ? "" : ": " + findings,
                        facts.units(),
                        facts.tally().clicks(),
                        facts.tally().accepted().size(),
                        facts.tally().refusedInAll(),
                        facts.tally().indeterminateInAll(),
                        facts.sold(),
                        facts.rates().accepted(),
                        facts.rates().soldOut(),
                        facts.environment().get("command"),
                        facts.environment().get("date"))
                .replace("<", "&lt;");
    }

    private static String json(JudgedFacts facts) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("outcome", facts.verdict().outcome().name());
        json.put("exitStatus", facts.verdict().outcome().exitStatus());
        json.put("summary", facts.verdict().summary());
        json.put("reasons", facts.verdict().reasons());
        json.put("notes", facts.verdict().notes());
        json.put("findings", facts.findings());
        json.put("shop", facts.shop());
        json.put("plan", facts.plan());
        json.put("units", facts.units());
        json.put("sold", facts.sold());
        json.put("stockLeft", facts.after().stock());
        json.put("redisStockLeft", facts.after().redisStock());
        json.put("clicks", facts.tally().clicks());
        json.put("accepted", facts.tally().accepted().size());
        json.put("refused", facts.tally().refused());
        json.put("unexpected", facts.tally().unexpected());
        json.put("indeterminate", facts.tally().indeterminate());
        json.put("acceptedPerSecond", facts.rates().accepted());
        json.put("soldOutPerSecond", facts.rates().soldOut());
        json.put("latencyMillis", facts.tally().latency());
        json.put("environment", facts.environment());
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    }
}
