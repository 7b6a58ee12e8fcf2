package io.flashsale.auditor.finding;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects the findings of the checks. Keeps a few cases of each kind and counts the rest. */
public final class Evidence {

    private static final int EXAMPLES = 5;

    private final Map<FindingKind, Cases> found = new EnumMap<>(FindingKind.class);

    /** Adds a case with the same weight as all of its kind. */
    public void add(FindingKind kind, String what) {
        add(kind, 1, what);
    }

    /** @param weight the size of the error; the case with the largest one is the worst */
    public void add(FindingKind kind, long weight, String what) {
        found.computeIfAbsent(kind, first -> new Cases()).add(weight, what);
    }

    /** One finding for each kind, in the order of the invariants. */
    public List<Finding> findings() {
        return found.entrySet().stream()
                .map(cases -> cases.getValue().finding(cases.getKey()))
                .toList();
    }

    private static final class Cases {

        private final List<String> examples = new ArrayList<>();
        private String worst = "";
        private String last = "";
        private long worstWeight = Long.MIN_VALUE;
        private long count;

        void add(long weight, String what) {
            count++;
            last = what;
            if (examples.size() < EXAMPLES) {
                examples.add(what);
            }
            if (weight > worstWeight) {
                worstWeight = weight;
                worst = what;
            }
        }

        Finding finding(FindingKind kind) {
            return new Finding(kind, count, examples.getFirst(), worst, last, examples);
        }
    }
}
