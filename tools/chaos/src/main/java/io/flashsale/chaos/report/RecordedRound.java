package io.flashsale.chaos.report;

import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A finished round as a line of the file; times are in milliseconds unless the name says otherwise.
 *
 * @param commit of the project, with {@code +changes} if there were any.
 * @param violations each kind with its count, such as {@code order-lost 2; not-converged 1}; empty if all held.
 * @param convergedAfter -1 if the system did not converge.
 * @param duration of the whole round, with preparation and checks.
 */
record RecordedRound(
        String commit,
        RoundKey key,
        int faults,
        long ok,
        long refused,
        long undecided,
        String violations,
        long healedAfter,
        long convergedAfter,
        long duration) {

    /** The names contain the units. */
    static final List<String> HEADER =
            List.of(("commit,redis,instances,seed,round,seconds,shoppers,faults,ok,refused,undecided,violations,"
                            + "healedAfterMs,convergedAfterMs,durationMs,buckets")
                    .split(","));

    static RecordedRound of(String commit, RoundKey key, RoundResult result, Duration duration) {
        return new RecordedRound(
                commit,
                key,
                Math.toIntExact(result.faults()),
                result.history().count("ok"),
                result.history().count("refused"),
                result.history().count("undecided"),
                violations(result),
                result.healedAfter(),
                result.convergedAfter(),
                duration.toMillis());
    }

    private static String violations(RoundResult result) {
        return result.violations().stream()
                .collect(Collectors.groupingBy(
                        violation -> violation.kind().slug(), TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(kind -> kind.getKey() + " " + kind.getValue())
                .collect(Collectors.joining("; "));
    }

    boolean holds() {
        return violations.isEmpty();
    }

    /** The values in the order of the header. */
    List<Object> values() {
        return List.of(
                commit,
                key.redis(),
                key.instances(),
                key.seed(),
                key.round(),
                key.seconds(),
                key.shoppers(),
                faults,
                ok,
                refused,
                undecided,
                violations,
                healedAfter,
                convergedAfter,
                duration,
                key.buckets());
    }
}
