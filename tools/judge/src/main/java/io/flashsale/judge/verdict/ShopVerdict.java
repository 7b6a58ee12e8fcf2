package io.flashsale.judge.verdict;

import io.flashsale.judge.adapter.ShopAdapter.RedisQueries;
import io.flashsale.judge.adapter.ShopAdapter.TruthQueries;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.verdict.RunOutcome;
import io.flashsale.loadtest.verdict.RunVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the verdict. A finding is a FAIL. Without one, PASS needs that everything has drained, that each answer
 * has a rule, that each click was recorded, and that the shop sold at all; else the run is UNMEASURED.
 */
public final class ShopVerdict {

    private ShopVerdict() {}

    /**
     * @param clicks that were sent
     * @param before the records before the first click
     * @param after the records after the drain; null if the shop did not drain
     */
    public static RunVerdict of(
            Tally tally,
            long clicks,
            long units,
            ShopTruth before,
            @Nullable ShopTruth after,
            TruthQueries queries,
            List<ShopFinding> findings) {
        List<String> notes = new ArrayList<>(unchecked(queries));
        if (after != null && after.soldSince(before) < units) {
            notes.add("oversold was not tried: %d of %d units were sold".formatted(after.soldSince(before), units));
        }
        if (after != null
                && after.stock() != null
                && after.stock() > 0
                && tally.refused().containsKey("sold-out")) {
            notes.add("%d units are left, although %d clicks were told sold-out"
                    .formatted(after.stock(), tally.refused().get("sold-out")));
        }
        if (tally.indeterminateInAll() > 0) {
            notes.add("%d clicks were left open, most of them: %s"
                    .formatted(tally.indeterminateInAll(), most(tally.indeterminate())));
        }
        if (tally.accepted().isEmpty()) {
            notes.add("accepted-and-lost was not checked: no answer promised an order");
        }
        if (tally.accepted().size() > units
                && findings.stream().anyMatch(finding -> finding.kind() == ShopFinding.Kind.ACCEPTED_AND_LOST)) {
            notes.add("more purchases were accepted than there were units: if that answer only says that the shopper"
                    + " is in a queue, its rule is undecided");
        }
        String summary = "%d clicks of %d shoppers on %d units: %d accepted, %d refused%s%s"
                .formatted(
                        tally.clicks(),
                        tally.users().size(),
                        units,
                        tally.accepted().size(),
                        tally.refusedInAll(),
                        tally.indeterminateInAll() == 0 ? "" : ", %d left open".formatted(tally.indeterminateInAll()),
                        after == null ? "" : ", %d orders".formatted(after.soldSince(before)));
        if (!findings.isEmpty()) {
            return new RunVerdict(
                    RunOutcome.FAIL,
                    summary,
                    findings.stream().map(ShopFinding::sentence).toList(),
                    notes);
        }
        List<String> missing = missing(tally, clicks, before, after);
        return missing.isEmpty()
                ? new RunVerdict(RunOutcome.PASS, summary, List.of(), notes)
                : new RunVerdict(RunOutcome.UNMEASURED, summary, missing, notes);
    }

    private static List<String> missing(Tally tally, long clicks, ShopTruth before, @Nullable ShopTruth after) {
        List<String> missing = new ArrayList<>();
        if (after == null) {
            missing.add("the shop did not drain in time: look at truth.drained of the adapter");
        }
        if (tally.clicks() < clicks) {
            missing.add("only %d of %d clicks were recorded: see jmeter.log".formatted(tally.clicks(), clicks));
        }
        if (tally.unexpectedInAll() > 0) {
            missing.add("answers lacks a rule for %d answers, most of them: %s"
                    .formatted(tally.unexpectedInAll(), most(tally.unexpected())));
        }
        if (tally.accepted().isEmpty()
                && (after == null || after.orders().size() == before.orders().size())) {
            missing.add(
                    tally.refusedInAll() == 0
                            ? "no click was answered: " + most(tally.indeterminate())
                            : "no click was accepted, most were refused: " + most(tally.refused()));
        }
        return missing;
    }

    /** Returns what the adapter does not let us check. */
    private static List<String> unchecked(TruthQueries queries) {
        List<String> lacking = new ArrayList<>();
        if (queries.stock() == null) {
            lacking.add("whether the stock adds up was not checked: the adapter has no truth.stock");
        }
        RedisQueries redis = queries.redis();
        if (redis == null || (redis.stock() == null && redis.buyers() == null)) {
            lacking.add("Redis was not compared: the adapter has no truth.redis");
        }
        return lacking;
    }

    private static String most(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .max(Comparator.comparingInt(Map.Entry::getValue))
                .map(most -> most.getValue() + " × " + most.getKey())
                .orElse("nothing");
    }
}
