package io.flashsale.loadtest.results;

import java.util.List;

/** How long reservations took, in milliseconds; all zero if there were none. Percentiles use the nearest rank. */
public record Latency(int p50, int p90, int p95, int p99, int max, double perSecond) {

    static Latency of(List<Sample> clicks) {
        int[] sorted = clicks.stream().mapToInt(Sample::elapsed).sorted().toArray();
        long begin = clicks.stream().mapToLong(Sample::begin).min().orElse(0);
        long end = clicks.stream().mapToLong(Sample::end).max().orElse(0);
        double seconds = Math.max(1, end - begin) / 1000.0;
        return new Latency(
                percentile(sorted, 50),
                percentile(sorted, 90),
                percentile(sorted, 95),
                percentile(sorted, 99),
                percentile(sorted, 100),
                clicks.size() / seconds);
    }

    static int percentile(int[] sorted, int percent) {
        if (sorted.length == 0) {
            return 0;
        }
        int rank = (int) Math.ceil(sorted.length * percent / 100.0);
        return sorted[Math.max(rank, 1) - 1];
    }
}
