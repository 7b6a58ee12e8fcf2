package io.flashsale.benchmark.report;

import java.util.ArrayList;
import java.util.List;

/** One figure, measured several times. */
final class Series {

    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
    }

    /** Divides each value by the other's of the same round, unless that is 0. */
    Series by(Series other) {
        Series ratios = new Series();
        for (int round = 0; round < Math.min(values.size(), other.values.size()); round++) {
            if (other.values.get(round) != 0) {
                ratios.add(values.get(round) / other.values.get(round));
            }
        }
        return ratios;
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    double median() {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    double min() {
        return values.stream().mapToDouble(it -> it).min().orElseThrow();
    }

    double max() {
        return values.stream().mapToDouble(it -> it).max().orElseThrow();
    }
}
