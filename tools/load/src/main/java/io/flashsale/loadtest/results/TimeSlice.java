package io.flashsale.loadtest.results;

import static java.util.stream.Collectors.groupingBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * The reservations answered in one slice of time, which begins at {@code begin}, in milliseconds since 1970.
 * Percentiles are in milliseconds, and meaningless if no click was answered.
 */
public record TimeSlice(
        long begin, int accepted, Map<String, Integer> refused, int bad, int answered, int p50, int p95, int p99) {
    private static final int[] WIDTHS = {20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000};
    private static final int MAX_SLICES = 80;

    /** Returns the width with which {@link #of} cuts a run into about 60 slices, in milliseconds. */
    static int width(List<Sample> clicks) {
        long span = last(clicks) - first(clicks);
        for (int width : WIDTHS) {
            if (span / width < MAX_SLICES) {
                return width;
            }
        }
        return (int) (span / MAX_SLICES);
    }

    /** Cuts a run into slices of equal length, for charts. */
    static List<TimeSlice> of(List<Sample> clicks, Function<Sample, SampleOutcome> meaning, int width) {
        if (clicks.isEmpty()) {
            return List.of();
        }
        long begin = first(clicks);
        Map<Long, List<Sample>> slices = clicks.stream().collect(groupingBy(click -> (click.end() - begin) / width));
        return LongStream.rangeClosed(0, (last(clicks) - begin) / width)
                .mapToObj(i -> slice(begin + i * width, slices.getOrDefault(i, List.of()), meaning))
                .toList();
    }

    private static long first(List<Sample> clicks) {
        return clicks.stream().mapToLong(Sample::begin).min().orElse(0);
    }

    private static long last(List<Sample> clicks) {
        return clicks.stream().mapToLong(Sample::end).max().orElse(0);
    }

    private static TimeSlice slice(long begin, List<Sample> clicks, Function<Sample, SampleOutcome> meaning) {
        Map<String, Integer> refused = new TreeMap<>();
        int accepted = 0;
        int bad = 0;
        for (Sample click : clicks) {
            switch (meaning.apply(click)) {
                case SampleOutcome.Accepted _ -> accepted++;
                case SampleOutcome.Refused(String problem) -> refused.merge(problem, 1, Integer::sum);
                case SampleOutcome.Done _ -> {}
                case SampleOutcome.Unexpected _, SampleOutcome.Indeterminate _ -> bad++;
            }
        }
        int[] sorted = clicks.stream().mapToInt(Sample::elapsed).sorted().toArray();
        return new TimeSlice(
                begin,
                accepted,
                refused,
                bad,
                sorted.length,
                Latency.percentile(sorted, 50),
                Latency.percentile(sorted, 95),
                Latency.percentile(sorted, 99));
    }
}
