package io.flashsale.benchmark.report;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The results as Markdown for docs/performance.md and for the terminal. */
public record ResultsTable(Results results, Map<String, String> environment, Optional<Comparison> comparison) {

    /** Another revision, measured in the same rounds. */
    public record Comparison(String name, Results results) {}

    public String markdown() {
        StringBuilder text = new StringBuilder();
        environment.forEach((what, value) ->
                text.append("- ").append(what).append(": ").append(value).append('\n'));
        figures(text);
        comparison.ifPresent(other -> ratios(text, other));
        growth(text);
        comparison.ifPresent(other -> efforts(text, " at " + other.name(), other.results()));
        efforts(text, "", results);
        memory(text);
        return text.toString();
    }

    private void figures(StringBuilder text) {
        text.append("\n| | figure | median | least to most | ratio to (a) |\n|---|---|---:|---:|---:|\n");
        for (Figure figure : Figure.values()) {
            Series series = results.of(figure);
            if (series.isEmpty()) {
                continue;
            }
            text.append("| %s | %s | %s | %s to %s | %s |\n"
                    .formatted(
                            figure.letter(),
                            figure.title(),
                            (number(figure, series.median()) + " " + figure.unit()).strip(),
                            number(figure, series.min()),
                            number(figure, series.max()),
                            ratio(figure, series)));
        }
    }

    private void ratios(StringBuilder text, Comparison other) {
        text.append("\n| | figure | %s | now | now by %s | least to most |\n|---|---|---:|---:|---:|---:|\n"
                .formatted(other.name(), other.name()));
        for (Figure figure : Figure.values()) {
            Series before = other.results().of(figure);
            Series ratios = results.of(figure).by(before);
            if (ratios.isEmpty()) {
                continue;
            }
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s %s | %s %s | %.2f | %.2f to %.2f |%n",
                    figure.letter(),
                    figure.title(),
                    number(figure, before.median()),
                    figure.unit(),
                    number(figure, results.of(figure).median()),
                    figure.unit(),
                    ratios.median(),
                    ratios.min(),
                    ratios.max()));
        }
    }

    private String ratio(Figure figure, Series series) {
        boolean comparable =
                figure.unit().equals("1/s") && !results.of(Figure.GATEWAY_FLOOR).isEmpty();
        return comparable
                ? String.format(
                        Locale.ROOT,
                        "%.2f",
                        series.median() / results.of(Figure.GATEWAY_FLOOR).median())
                : "";
    }

    private void growth(StringBuilder text) {
        if (results.growth().isEmpty()) {
            return;
        }
        text.append("\n| j: users | sold-out answers | accepted | last 202 to all persisted | drain of as many"
                + " | orders in the table before |\n|---:|---:|---:|---:|---:|---:|\n");
        for (Results.Growth line : results.growth()) {
            text.append("| %s | %s 1/s | %s 1/s | %s ms | %s | %s |\n"
                    .formatted(
                            number(line.users()),
                            number(line.soldOut()),
                            number(line.accepted()),
                            number(line.persistedAfter().toMillis()),
                            line.drain() == 0 ? "too quick to see" : number(line.drain()) + " orders/s",
                            number(line.ordersBefore())));
        }
    }

    /** Processor time does not depend on waiting, so it says more about other machines than the rates do. */
    private static void efforts(StringBuilder text, String where, Results results) {
        Map<Figure, Effort> efforts = results.efforts();
        if (efforts.isEmpty()) {
            return;
        }
        Set<String> processes = new TreeSet<>();
        efforts.values().forEach(effort -> processes.addAll(effort.micros().keySet()));
        text.append("\n| | processor time of each answer" + where + ", µs | ")
                .append(String.join(" | ", processes))
                .append(" | all else | idle |\n|---|---|")
                .repeat("---:|", processes.size() + 2)
                .append('\n');
        efforts.forEach((figure, effort) -> {
            text.append("| %s | %s | ".formatted(figure.letter(), figure.title()));
            processes.forEach(
                    process -> text.append(number(effort.micros(process))).append(" | "));
            text.append("%s | %s %% |\n".formatted(number(effort.otherMicros()), number(effort.idle() * 100)));
        });
    }

    private void memory(StringBuilder text) {
        if (results.residentMegabytes().isEmpty()) {
            return;
        }
        text.append("\n| h: process | resident after the load |\n|---|---:|\n");
        results.residentMegabytes()
                .forEach((process, megabytes) -> text.append("| %s | %s MB |\n".formatted(process, number(megabytes))));
        long sum = results.residentMegabytes().values().stream()
                .mapToLong(it -> it)
                .sum();
        text.append("| in all | ").append(number(sum)).append(" MB |\n");
    }

    private static String number(Figure figure, double value) {
        return figure.unit().equals("s") ? String.format(Locale.ROOT, "%.1f", value) : number(value);
    }

    /** A whole number, or one decimal below 10. */
    public static String number(double value) {
        return String.format(Locale.ROOT, value < 10 && value != Math.rint(value) ? "%.1f" : "%,.0f", value);
    }
}
