package io.flashsale.benchmark.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All measurements of one run of the bench. */
public final class Results {

    /** @param ordersBefore rows in the table of orders when the drain began */
    public record Growth(
            int users, double soldOut, double accepted, Duration persistedAfter, double drain, long ordersBefore) {}

    private final Map<Figure, Series> figures = new EnumMap<>(Figure.class);
    private final List<Growth> growth = new ArrayList<>();
    private final Map<Figure, List<Effort>> efforts = new EnumMap<>(Figure.class);
    private final Map<String, Long> residentMegabytes = new LinkedHashMap<>();

    public void add(Figure figure, double value) {
        figures.computeIfAbsent(figure, ignored -> new Series()).add(value);
    }

    public void add(Figure figure, Effort effort) {
        efforts.computeIfAbsent(figure, ignored -> new ArrayList<>()).add(effort);
    }

    /** The effort of each load, as the mean of the rounds. */
    public Map<Figure, Effort> efforts() {
        Map<Figure, Effort> means = new EnumMap<>(Figure.class);
        efforts.forEach((figure, rounds) -> means.put(figure, Effort.mean(rounds)));
        return means;
    }

    public void add(Growth line) {
        growth.add(line);
    }

    public void resident(String process, long megabytes) {
        residentMegabytes.put(process, megabytes);
    }

    Series of(Figure figure) {
        return figures.getOrDefault(figure, new Series());
    }

    List<Growth> growth() {
        return List.copyOf(growth);
    }

    Map<String, Long> residentMegabytes() {
        return residentMegabytes;
    }
}
