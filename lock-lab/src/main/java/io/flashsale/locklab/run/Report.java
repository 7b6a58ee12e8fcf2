package io.flashsale.locklab.run;

import io.flashsale.locklab.resource.Holding;
import io.flashsale.locklab.scenario.Finding;
import io.flashsale.locklab.scenario.Verdict;
import io.flashsale.locklab.text.Text;
import io.flashsale.locklab.trace.Diagram;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of a run.
 *
 * @param oversold units that were sold and not taken from stock: sold plus left, less the stock; or sold and never there
 * @param exclusionViolations how often somebody came in while somebody else was there and one of the two came to write; null
 *     for a scheme at which nobody is inside anything
 * @param staleWrites writes that were done although a later holder had come; null likewise
 * @param refusedWrites stale writes that the resource refused for their fencing token
 * @param meetings how often somebody met the lock, or what stands in for it: was refused because of another, or had to wait for
 *     them; of several counts, in each of which some may be missing, the largest
 * @param commands that the lock servers carried out, as they count them: a script is one, and each command in it one more; null
 *     for servers that do not count
 * @param notifications how often somebody who waited was told something
 * @param idleMillis lock time lost: nobody was inside, between the first and the last stay, added up over the items; null for a
 *     scheme at which nobody is inside anything
 * @param perSecond units sold per second, from the first to the last entry of the journal
 * @param millis how long the scenario took
 * @param failPoints how often each step was reached in the processes that survived
 * @param findings the ways in which it failed
 * @param doubts why the run would prove nothing, also if nothing was found: nobody met the lock, the time was over
 * @param verdict what follows from the two
 * @param asStated whether this is what the case states
 * @param timeline who was inside from when to when; the first 500 stays
 * @param diagram what each client and server did, step by step; of a crowd the first steps
 */
public record Report(
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
        List<Finding> findings,
        List<Text> doubts,
        Verdict verdict,
        boolean asStated,
        List<Holding> timeline,
        Diagram diagram) {

    /** How long sales took, from the first attempt of the buyer, in milliseconds; 0 if nothing was sold. */
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
