package io.flashsale.locklab.run;

import io.flashsale.locklab.resource.Holding;
import io.flashsale.locklab.scenario.ObservedFailure;
import io.flashsale.locklab.scenario.Verdict;
import io.flashsale.locklab.text.Text;
import io.flashsale.locklab.trace.Diagram;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run.
 *
 * @param oversold units that were sold but not taken from stock: sold plus left, less the stock; or that never
 *     existed
 * @param exclusionViolations how often a client came in while another was inside and one of the two came to write;
 *     null for a scheme that lets nobody inside
 * @param staleWrites writes that were applied although a later holder had come; null likewise
 * @param refusedWrites stale writes that the resource refused for their fencing token
 * @param meetings how often a client met the lock or its equivalent: it was refused because of another client, or
 *     waited. The largest of several counts, each of which may miss some
 * @param commands as the lock servers count them: a script is one, and each command in it one more; null for
 *     servers that do not count
 * @param notifications how often a waiter was notified
 * @param idleMillis lock time lost: the time between the first and the last stay with nobody inside, summed over
 *     the items; null for a scheme that lets nobody inside
 * @param perSecond units sold per second, from the first to the last entry of the journal
 * @param millis the duration of the scenario
 * @param failPoints how often each step was reached; only processes that survived count
 * @param findings the observed failures
 * @param doubts why the run proves nothing even without a finding: nobody met the lock, or time ran out
 * @param verdict what follows from both
 * @param asStated whether the case expects this outcome
 * @param timeline the first 500 stays
 * @param diagram the steps of clients and servers; of a crowd only the first
 */
public record RunReport(
        String strategy,
        String scenario,
        int stock,
        int buyers,
        int processes,
        int sold,
        int left,
        int oversold,
        @Nullable Integer exclusionViolations,
        @Nullable Integer staleWrites,
        int refusedWrites,
        long meetings,
        Waiting waiting,
        @Nullable Long commands,
        long notifications,
        long retries,
        long renewals,
        @Nullable Long idleMillis,
        double perSecond,
        long millis,
        Map<String, Long> failPoints,
        List<ObservedFailure> findings,
        List<Text> doubts,
        Verdict verdict,
        boolean asStated,
        List<Holding> timeline,
        Diagram diagram) {

    /** Times from a buyer's first attempt to the sale, in milliseconds; 0 if nothing was sold. */
    public record Waiting(double medianMillis, double p95Millis, double maxMillis) {

        static Waiting of(long[] sortedMicros) {
            return new Waiting(at(sortedMicros, 0.5), at(sortedMicros, 0.95), at(sortedMicros, 1));
        }

        private static double at(long[] sorted, double share) {
            if (sorted.length == 0) {
                return 0;
            }
            int index = (int) Math.ceil(share * sorted.length) - 1;
            return sorted[Math.max(0, index)] / 1_000.0;
        }
    }
}
