package io.flashsale.loadtest.report;

import io.flashsale.loadtest.report.Chart.Column;
import io.flashsale.loadtest.report.Chart.Line;
import io.flashsale.loadtest.report.Chart.Point;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.results.TimeSlice;
import io.flashsale.loadtest.shop.Observer.Observation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Charts the run over time, in seconds from its first click; requires a tally with clicks. */
public final class VerdictCharts {

    private static final String ACCEPTED = "accepted";
    private static final String BAD = "unexpected or no answer";
    private static final Map<String, String> REFUSALS =
            Map.of("sold-out", "c-calm", "ticket-required", "c-calm", "already-purchased", "c-warm");

    /** One of several bars below each other. The longest has a share of 100 percent and the width of the chart. */
    public record Bar(String name, String colour, double share, int count) {

        /** Returns one bar for each kind that has a colour, in their order. */
        static List<Bar> of(Map<String, Integer> counts, Map<String, String> colours) {
            int max = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
            return colours.entrySet().stream()
                    .map(kind -> {
                        int count = counts.getOrDefault(kind.getKey(), 0);
                        return new Bar(kind.getKey(), kind.getValue(), 100.0 * count / Math.max(1, max), count);
                    })
                    .toList();
        }
    }

    private final Tally tally;
    private final List<Observation> seen;

    public VerdictCharts(Tally tally, List<Observation> seen) {
        this.tally = tally;
        long end = lastChange(tally, seen) + 1_000;
        this.seen = seen.stream().filter(observation -> observation.at() <= end).toList();
    }

    public List<Chart> overTime() {
        return List.of(
                Chart.stack("Answers over time", seconds(tally.sliceMillis()), colours(), columns()),
                Chart.lines("How long a click took, in ms", " ms", latencies()),
                Chart.lines("Units left", "", stock()),
                Chart.lines("Accepted clicks, and orders in the database", "", persisted()));
    }

    /** All answers by kind. */
    public List<Bar> answers() {
        Map<String, Integer> counts = new TreeMap<>(tally.refused());
        counts.put(ACCEPTED, tally.accepted().size());
        counts.put(BAD, bad());
        return Bar.of(counts, colours());
    }

    private Map<String, String> colours() {
        Map<String, String> colours = new LinkedHashMap<>();
        colours.put(ACCEPTED, "c-good");
        new TreeMap<>(tally.refused())
                .keySet()
                .forEach(kind -> colours.put(kind, REFUSALS.getOrDefault(kind, "c-other")));
        if (bad() > 0) {
            colours.put(BAD, "c-bad");
        }
        return colours;
    }

    private int bad() {
        return tally.unexpectedInAll() + tally.indeterminateInAll();
    }

    private List<Column> columns() {
        return tally.slices().stream()
                .map(slice -> {
                    Map<String, Integer> counts = new TreeMap<>(slice.refused());
                    counts.put(ACCEPTED, slice.accepted());
                    counts.put(BAD, slice.bad());
                    return new Column(second(slice.begin()), counts);
                })
                .toList();
    }

    private List<Line> latencies() {
        return List.of(
                new Line("99 % within", "c-warm", points(TimeSlice::p99), false),
                new Line("95 % within", "c-cool", points(TimeSlice::p95), false),
                new Line("half within", "c-good", points(TimeSlice::p50), false));
    }

    private List<Point> points(ToDoubleFunction<TimeSlice> value) {
        return tally.slices().stream()
                .filter(slice -> slice.answered() > 0)
                .map(slice -> new Point(second(slice.begin() + tally.sliceMillis() / 2), value.applyAsDouble(slice)))
                .toList();
    }

    private List<Line> stock() {
        return List.of(
                new Line("in Redis, the stock gate", "c-warm", seen(Observation::redisRemaining), true),
                new Line("in MySQL, the system of record", "c-cool", seen(Observation::available), true));
    }

    private List<Line> persisted() {
        List<Point> accepted = new ArrayList<>();
        accepted.add(new Point(0, 0));
        int sum = 0;
        for (TimeSlice slice : tally.slices()) {
            sum += slice.accepted();
            accepted.add(new Point(second(slice.begin() + tally.sliceMillis()), sum));
        }
        return List.of(
                new Line("accepted", "c-good", accepted, false),
                new Line("orders in the database", "c-cool", seen(Observation::orders), true),
                new Line("on their way", "c-warm", seen(Observation::queued), true));
    }

    /** Returns the observed values of one number, from the first click on. */
    private List<Point> seen(Function<Observation, @Nullable Long> number) {
        List<Point> points = new ArrayList<>();
        for (Observation observation : seen) {
            Long value = number.apply(observation);
            if (value != null) {
                points.add(new Point(Math.max(0, second(observation.at())), value));
            }
        }
        return points;
    }

    /** Returns when the last click was answered, or a number last changed after it. */
    private static long lastChange(Tally tally, List<Observation> seen) {
        long last = tally.slices().getLast().begin() + tally.sliceMillis();
        for (int i = 1; i < seen.size(); i++) {
            Observation before = seen.get(i - 1);
            Observation now = seen.get(i);
            boolean same = Objects.equals(before.available(), now.available())
                    && Objects.equals(before.orders(), now.orders())
                    && Objects.equals(before.queued(), now.queued());
            last = same ? last : Math.max(last, now.at());
        }
        return last;
    }

    private double second(long at) {
        return seconds(at - tally.slices().getFirst().begin());
    }

    private static double seconds(long millis) {
        return millis / 1000.0;
    }
}
