package io.flashsale.judge.report;

import io.flashsale.judge.verdict.ShopFinding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Writes {@code verdict.html}, {@code verdict.md} and {@code verdict.json}. */
public final class JudgedReport {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private JudgedReport() {}

    public static void write(Path folder, JudgedFacts facts) {
        try {
            Files.writeString(folder.resolve("verdict.html"), new JudgedPage(facts).html());
            Files.writeString(folder.resolve("verdict.md"), summary(facts));
            Files.writeString(folder.resolve("verdict.json"), json(facts));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The verdict in a few lines of Markdown, for an issue or a pull request. */
    static String summary(JudgedFacts facts) {
        String findings = facts.findings().isEmpty()
                ? String.join("; ", facts.verdict().reasons())
                : String.join(
                        "; ",
                        facts.findings().stream().map(ShopFinding::sentence).toList());
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
                        facts.environment().get("date"));
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
