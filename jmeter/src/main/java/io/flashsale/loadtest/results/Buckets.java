package io.flashsale.loadtest.results;

import io.flashsale.loadtest.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Cuts a run into about 60 slices of equal length, for charts. */
final class Buckets {

    private static final int[] WIDTHS = {20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000};
    private static final int MAX_BUCKETS = 80;

    private Buckets() {}

    static int width(List<Sample> samples) {
        long span = last(samples) - first(samples);
        for (int width : WIDTHS) {
            if (span / width < MAX_BUCKETS) {
                return width;
            }
        }
        return (int) (span / MAX_BUCKETS);
    }

    static List<Bucket> of(List<Sample> samples, Plan plan, int width) {
        if (samples.stream().noneMatch(Buckets::isClick)) {
            return List.of();
        }
        long begin = first(samples);
        int count = (int) ((last(samples) - begin) / width) + 1;
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            slices.add(new Slice(begin + (long) i * width));
        }
        samples.stream()
                .filter(Buckets::isClick)
                .forEach(sample -> slices.get((int) ((sample.end() - begin) / width))
                        .add(sample.elapsed(), Answer.of(sample, plan)));
        return slices.stream().map(Slice::bucket).toList();
    }

    private static boolean isClick(Sample sample) {
        return sample.label().equals(Answer.RESERVE);
    }

    private static long first(List<Sample> samples) {
        return samples.stream()
                .filter(Buckets::isClick)
                .mapToLong(Sample::begin)
                .min()
                .orElse(0);
    }

    private static long last(List<Sample> samples) {
        return samples.stream()
                .filter(Buckets::isClick)
                .mapToLong(Sample::end)
                .max()
                .orElse(0);
    }

    private static final class Slice {

        private final long begin;
        private final Map<String, Integer> refused = new TreeMap<>();
        private final List<Integer> elapsed = new ArrayList<>();
        private int accepted;
        private int bad;

        Slice(long begin) {
            this.begin = begin;
        }

        void add(int took, Answer answer) {
            elapsed.add(took);
            switch (answer) {
                case Answer.Accepted _ -> accepted++;
                case Answer.Refused(String problem) -> refused.merge(problem, 1, Integer::sum);
                case Answer.Done _ -> {}
                case Answer.Unexpected _, Answer.Indeterminate _ -> bad++;
            }
        }

        Bucket bucket() {
            return new Bucket(
                    begin,
                    accepted,
                    refused,
                    bad,
                    elapsed.size(),
                    Latency.percentileOf(elapsed, 50),
                    Latency.percentileOf(elapsed, 95),
                    Latency.percentileOf(elapsed, 99));
        }
    }
}
