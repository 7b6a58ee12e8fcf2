package io.flashsale.loadtest.report;

import java.util.List;
import java.util.Map;

/** One of several bars below each other. The longest has a share of 100 percent and the width of the chart. */
record Bar(String name, String colour, double share, int count) {

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
