package io.flashsale.locklab.scenario;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sums the counters of several processes. */
public final class Counts {

    private Counts() {}

    public static Map<String, Long> sum(List<Map<String, Long>> all) {
        Map<String, Long> sum = new TreeMap<>();
        all.forEach(counts -> counts.forEach((step, count) -> sum.merge(step, count, Long::sum)));
        return sum;
    }
}
