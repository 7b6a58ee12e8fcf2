package io.flashsale.loadtest.results;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.flashsale.loadtest.TestPlan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * All samples of a run, counted, without JMeter's warm-up. Clicks are reservations. {@code unsureUsers} may have
 * bought something without learning of it: their click got no answer, or one that the plan does not allow and that
 * leaves the effect open.
 */
public record Tally(
        int clicks,
        List<Purchase> accepted,
        Map<String, Integer> refused,
        Map<String, Integer> unexpected,
        Map<String, Integer> indeterminate,
        Set<String> unsureUsers,
        Set<String> users,
        List<String> contradictions,
        Latency latency,
        List<TimeSlice> slices,
        int sliceMillis) {

    /** A click that was answered 202. */
    public record Purchase(String orderId, String userId) {}

    /** @param limit units that each shopper may have */
    public static Tally of(List<Sample> recorded, TestPlan plan, int limit) {
        return of(recorded, sample -> SampleOutcome.of(sample, plan), limit);
    }

    /** @param meaning what a sample means */
    public static Tally of(List<Sample> recorded, Function<Sample, SampleOutcome> meaning, int limit) {
        List<Sample> samples = recorded.stream()
                .filter(sample -> !sample.label().equals(SampleOutcome.WARM_UP))
                .toList();
        Counting counting = new Counting(meaning, limit);
        samples.forEach(counting::add);
        return counting.result(samples);
    }

    public int refusedInAll() {
        return sum(refused);
    }

    public int unexpectedInAll() {
        return sum(unexpected);
    }

    public int indeterminateInAll() {
        return sum(indeterminate);
    }

    private static int sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static final class Counting {

        private final Function<Sample, SampleOutcome> meaning;
        private final int limit;
        private final List<Purchase> accepted = new ArrayList<>();
        private final Map<String, Integer> refused = new TreeMap<>();
        private final Map<String, Integer> unexpected = new TreeMap<>();
        private final Map<String, Integer> indeterminate = new TreeMap<>();
        private final Set<String> unsure = new LinkedHashSet<>();
        private final Set<String> users = new HashSet<>();
        private final Map<String, String> toldPurchased = new LinkedHashMap<>();
        private int clicks;

        Counting(Function<Sample, SampleOutcome> meaning, int limit) {
            this.meaning = meaning;
            this.limit = limit;
        }

        void add(Sample sample) {
            boolean click = sample.label().equals(SampleOutcome.RESERVE);
            if (click) {
                clicks++;
                users.add(sample.userId());
            }
            switch (meaning.apply(sample)) {
                case SampleOutcome.Accepted(String orderId) -> accepted.add(new Purchase(orderId, sample.userId()));
                case SampleOutcome.Refused(String problem) -> {
                    refused.merge(problem, 1, Integer::sum);
                    if (problem.equals("already-purchased") && !sample.orderId().isEmpty()) {
                        toldPurchased.put(sample.userId(), sample.orderId());
                    }
                }
                case SampleOutcome.Done() -> {}
                case SampleOutcome.Unexpected(String what) -> {
                    unexpected.merge(what, 1, Integer::sum);
                    if (click && !sample.code().startsWith("4")) {
                        unsure.add(sample.userId());
                    }
                }
                case SampleOutcome.Indeterminate(String why) -> {
                    indeterminate.merge(why, 1, Integer::sum);
                    if (click) {
                        unsure.add(sample.userId());
                    }
                }
            }
        }

        Tally result(List<Sample> samples) {
            List<Sample> reservations = samples.stream()
                    .filter(sample -> sample.label().equals(SampleOutcome.RESERVE))
                    .toList();
            int width = TimeSlice.width(reservations);
            return new Tally(
                    clicks,
                    List.copyOf(accepted),
                    refused,
                    unexpected,
                    indeterminate,
                    unsure,
                    users,
                    contradictions(),
                    Latency.of(reservations),
                    TimeSlice.of(reservations, meaning, width),
                    width);
        }

        /** Returns faults that the answers alone show, without the databases. */
        private List<String> contradictions() {
            List<String> found = new ArrayList<>();
            Map<String, List<String>> ordersOf =
                    accepted.stream().collect(groupingBy(Purchase::userId, mapping(Purchase::orderId, toList())));
            int tooMany = ordersOf.values().stream()
                    .mapToInt(orders -> Math.max(0, orders.size() - limit))
                    .sum();
            long wrong = toldPurchased.entrySet().stream()
                    .filter(told -> !ordersOf.getOrDefault(told.getKey(), List.of(told.getValue()))
                            .contains(told.getValue()))
                    .count();
            addIf(found, tooMany, "%d clicks were accepted of shoppers who already had as many as allowed");
            addIf(found, wrong, "%d shoppers were told already-purchased with another order than theirs");
            return found;
        }

        private static void addIf(List<String> found, long count, String text) {
            if (count > 0) {
                found.add(text.formatted(count));
            }
        }
    }
}
