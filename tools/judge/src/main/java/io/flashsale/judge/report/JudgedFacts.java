package io.flashsale.judge.report;

import io.flashsale.judge.verdict.ShopFinding;
import io.flashsale.judge.verdict.ShopTruth;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.verdict.RunVerdict;
import java.util.List;
import java.util.Map;

/**
 * All that the report says of a judged run.
 *
 * @param after the records after the drain, or the last ones if the shop did not drain
 * @param sent clicks, of which the tally may lack some
 */
public record JudgedFacts(
        String shop,
        String plan,
        RunVerdict verdict,
        List<ShopFinding> findings,
        Tally tally,
        AnswerRates rates,
        long units,
        int limit,
        ShopTruth before,
        ShopTruth after,
        boolean drained,
        long sent,
        Map<String, String> environment) {

    /** Orders that hold a unit, without those from before the run. */
    long sold() {
        return after.soldSince(before);
    }
}
