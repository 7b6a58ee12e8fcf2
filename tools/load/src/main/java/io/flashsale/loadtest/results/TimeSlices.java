package io.flashsale.loadtest.results;

import io.flashsale.loadtest.TestPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Cuts a run into about 60 slices of equal length, for charts. */
final class TimeSlices {

    private static final int[] WIDTHS = {20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000};
    private static final int MAX_SLICES = 80;

    private TimeSlices() {}

    static int width(List<Sample> samples) {
        long span = last(samples) - first(samples);
        for (int width : WIDTHS) {
            if (span / width < MAX_SLICES) {
                return width;
            }
        }
        return (int) (span / MAX_SLICES);
    }

    static List<TimeSlice> of(List<Sample> samples, TestPlan plan, int width) {
        if (samples.stream().noneMatch(TimeSlices::isClick)) {
            return List.of();
        }
        long begin = first(samples);
        int count = (int) ((last(samples) - begin) / width) + 1;
        List<Counts> slices = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            slices.add(new Counts(begin + (long) i * width));
        }
        samples.stream()
                .filter(TimeSlices::isClick)
                .forEach(sample -> slices.get((int) ((sample.end() - begin) / width))
                        .add(sample.elapsed(), SampleOutcome.of(sample, plan)));
        return slices.stream().map(Counts::slice).toList();
    }

    private static boolean isClick(Sample sample) {
        return sample.label().equals(SampleOutcome.RESERVE);
    }

    private static long first(List<Sample> samples) {
        return samples.stream()
                .filter(TimeSlices::isClick)
                .mapToLong(Sample::begin)
                .min()
                .orElse(0);
    }

    private static long last(List<Sample> samples) {
        return samples.stream()
                .filter(TimeSlices::isClick)
                .mapToLong(Sample::end)
                .max()
                .orElse(0);
    }

    private static final class Counts {

        private final long begin;
        private final Map<String, Integer> refused = new TreeMap<>();
        private final List<Integer> elapsed = new ArrayList<>();
        private int accepted;
        private int bad;

        Counts(long begin) {
            this.begin = begin;
        }

        void add(int took, SampleOutcome answer) {
            elapsed.add(took);
            switch (answer) {
                case SampleOutcome.Accepted _ -> accepted++;
                case SampleOutcome.Refused(String problem) -> refused.merge(problem, 1, Integer::sum);
                case SampleOutcome.Done _ -> {}
                case SampleOutcome.Unexpected _, SampleOutcome.Indeterminate _ -> bad++;
            }
        }

        TimeSlice slice() {
            return new TimeSlice(
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
