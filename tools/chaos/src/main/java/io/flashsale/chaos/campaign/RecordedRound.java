package io.flashsale.chaos.campaign;

import io.flashsale.chaos.report.RoundResult;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A finished round as a line of the file; times are in milliseconds unless the name says otherwise.
 *
 * @param commit of the project, with {@code +changes} if there were any.
 * @param redis the topology, as typed on the command line.
 * @param buckets of each sale.
 * @param seconds during which faults happened.
 * @param violations each kind with its count, such as {@code order-lost 2; not-converged 1}; empty if all held.
 * @param convergedAfter -1 if the system did not converge.
 * @param duration of the whole round, with preparation and checks.
 */
record RecordedRound(
        String commit,
        String redis,
        int instances,
        int buckets,
        long seed,
        int round,
        long seconds,
        int shoppers,
        int faults,
        long ok,
        long refused,
        long undecided,
        String violations,
        int admittedLosses,
        int rejectedAfterwards,
        long healedAfter,
        long convergedAfter,
        long duration) {

    /** The names contain the units. */
    static final List<String> HEADER = List.of(
            "commit",
            "redis",
            "instances",
            "seed",
            "round",
            "seconds",
            "shoppers",
            "faults",
            "ok",
            "refused",
            "undecided",
            "violations",
            "admittedLosses",
            "rejectedAfterwards",
            "healedAfterMs",
            "convergedAfterMs",
            "durationMs");

    /** The header of a file in which sales may have several buckets. */
    static final List<String> HEADER_WITH_BUCKETS =
            Stream.concat(HEADER.stream(), Stream.of("buckets")).toList();

    static RecordedRound of(String commit, RoundKey key, RoundResult result, Duration duration) {
        return new RecordedRound(
                commit,
                key.redis(),
                key.instances(),
                key.buckets(),
                key.seed(),
                key.round(),
                key.seconds(),
                key.shoppers(),
                Math.toIntExact(result.faults()),
                result.history().count("ok"),
                result.history().count("refused"),
                result.history().count("undecided"),
                violations(result),
                result.admittedLosses(),
                result.rejectedAfterwards(),
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

    RoundKey key() {
        return new RoundKey(redis, instances, buckets, seed, round, seconds, shoppers);
    }

    boolean holds() {
        return violations.isEmpty();
    }

    /** The values in the order of the header with buckets. */
    List<Object> valuesWithBuckets() {
        return Stream.concat(values().stream(), Stream.of(buckets)).toList();
    }

    /** The values in the order of the header. */
    List<Object> values() {
        return List.of(
                commit,
                redis,
                instances,
                seed,
                round,
                seconds,
                shoppers,
                faults,
                ok,
                refused,
                undecided,
                violations,
                admittedLosses,
                rejectedAfterwards,
                healedAfter,
                convergedAfter,
                duration);
    }
}
