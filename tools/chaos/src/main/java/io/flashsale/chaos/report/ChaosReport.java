package io.flashsale.chaos.report;

import io.flashsale.chaos.CannotTestException;
import io.flashsale.chaos.checker.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The folder of one run: {@code report.html}, {@code report.json} and the history of each round. */
public record ChaosReport(Path folder, Map<String, String> environment) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    /** @throws CannotTestException if the requested folder is not empty or cannot be made */
    public static ChaosReport in(Path root, @Nullable Path wanted, Map<String, String> environment) {
        Path folder = wanted != null
                ? wanted.toAbsolutePath().normalize()
                : root.resolve(".flashsale/chaos")
                        .resolve(TIME.format(LocalDateTime.now()) + "-"
                                + ProcessHandle.current().pid());
        try {
            Files.createDirectories(folder);
            try (Stream<Path> files = Files.list(folder)) {
                if (files.findAny().isPresent()) {
                    throw new CannotTestException(
                            "the report folder " + folder + " is not empty: name another one with --report");
                }
            }
        } catch (IOException e) {
            throw new CannotTestException(
                    "the report folder " + folder + " cannot be made (" + e + "): name another one with --report", e);
        }
        return new ChaosReport(folder, environment);
    }

    public Path page() {
        return folder.resolve("report.html");
    }

    /** Writes all rounds so far, and the history of the last one into its own file. */
    public void write(List<RoundResult> results) {
        try {
            RoundResult last = results.getLast();
            Files.writeString(
                    folder.resolve("history-" + last.number() + ".csv"),
                    last.history().operations().stream()
                            .map(Operation::line)
                            .collect(Collectors.joining("\n", "begin,end,user,kind,target,amount,outcome\n", "\n")));
            Files.writeString(folder.resolve("report.json"), json(results));
            Files.writeString(page(), new ReportPage(environment, results).html());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The report as JSON; times are in milliseconds. */
    private String json(List<RoundResult> results) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("holds", results.stream().allMatch(RoundResult::holds));
        json.put("summary", summary(results));
        json.put("environment", environment);
        json.put("rounds", results.stream().map(ChaosReport::round).toList());
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(json);
    }

    private static Map<String, Object> round(RoundResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("round", result.number());
        json.put("holds", result.holds());
        json.put("violations", result.violations());
        json.put("healedAfter", result.healedAfter());
        json.put("convergedAfter", result.convergedAfter());
        json.put("faults", result.injected());
        json.put("outcomes", result.history().counts());
        json.put("perSecond", result.history().perSecond());
        json.put("command", result.command());
        return json;
    }

    /** The verdict in one line. */
    public static String summary(List<RoundResult> results) {
        long broken = results.stream().filter(result -> !result.holds()).count();
        String counts = String.format(
                Locale.ROOT,
                "%d rounds, %d faults, %d operations done, %d left undecided",
                results.size(),
                sum(results, RoundResult::faults),
                sum(results, result -> result.history().count("ok")),
                sum(results, result -> result.history().count("undecided")));
        return broken == 0
                ? "HOLDS: nothing lost, doubled, leaked or paid twice in " + counts
                : "BROKEN: " + broken + " of " + counts;
    }

    static long sum(List<RoundResult> results, ToLongFunction<RoundResult> of) {
        return results.stream().mapToLong(of).sum();
    }
}
