package io.flashsale.chaos;

import io.flashsale.chaos.campaign.RoundKey;
import io.flashsale.chaos.system.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What to test, and for how long.
 *
 * @param buckets of each sale
 * @param rounds the highest number of rounds
 * @param time no round begins after this time
 * @param firstRound the number of the first round; the seed of each round depends on its number
 * @param length how long faults happen in each round
 * @param report the requested folder; null for a new one
 * @param results the file that gets a line for each round; null for none
 */
public record ChaosOptions(
        Topology topology,
        int instances,
        int buckets,
        long seed,
        int firstRound,
        int rounds,
        Duration time,
        Duration length,
        int shoppers,
        @Nullable Path report,
        @Nullable Path results) {

    private static final int DEFAULT_ROUNDS = 3;
    private static final int DEFAULT_SECONDS = 20;
    private static final int MAX_ROUNDS = 10_000;
    private static final int MAX_BUCKETS = 16;

    /** @throws CannotTestException for values that make no sense */
    static ChaosOptions of(ChaosArguments given, RandomGenerator random) {
        int rounds =
                number("--rounds", given.rounds, given.minutes == null ? DEFAULT_ROUNDS : MAX_ROUNDS, 1, MAX_ROUNDS);
        requireName("--report is a folder", given.report);
        requireName("--results is a file", given.results);
        return new ChaosOptions(
                topology(given.redis),
                number("--instances", given.instances, 1, 1, 2),
                number("--buckets", given.buckets, 1, 1, MAX_BUCKETS),
                given.seed == null ? random.nextLong(1, 1_000_000) : given.seed,
                number("--from-round", given.fromRound, 1, 1, MAX_ROUNDS),
                rounds,
                Duration.ofMinutes(number("--minutes", given.minutes, 24 * 60, 1, 24 * 60)),
                Duration.ofSeconds(number("--seconds", given.seconds, DEFAULT_SECONDS, 5, 600)),
                number("--shoppers", given.shoppers, 300, 1, 5_000),
                given.report,
                given.results);
    }

    private static void requireName(String what, @Nullable Path given) {
        if (given != null && given.toString().isBlank()) {
            throw new CannotTestException(what + ", not ''. See ./chaos --help");
        }
    }

    private static Topology topology(@Nullable String given) {
        if (given == null) {
            return Topology.SINGLE;
        }
        return Arrays.stream(Topology.values())
                .filter(topology -> topology.word().equals(given))
                .findFirst()
                .orElseThrow(() -> new CannotTestException(
                        "--redis is single, sentinel or cluster, not '" + given + "'. See ./chaos --help"));
    }

    private static int number(String option, @Nullable Integer given, int byDefault, int min, int max) {
        if (given == null) {
            return byDefault;
        }
        if (given < min || given > max) {
            throw new CannotTestException(
                    "%s is a number from %d to %d, not '%d'. See ./chaos --help".formatted(option, min, max, given));
        }
        return given;
    }

    /** The key of a round with these options. */
    RoundKey key(int round) {
        return new RoundKey(topology.word(), instances, buckets, seed, round, length.toSeconds(), shoppers);
    }

    /** The command that repeats the run from this round on. */
    String command(int fromRound) {
        return "./chaos --redis=" + topology.word() + " --instances=" + instances
                + (buckets == 1 ? "" : " --buckets=" + buckets) + " --seed=" + seed + " --from-round=" + fromRound
                + " --rounds=1 --seconds=" + length.toSeconds() + " --shoppers=" + shoppers;
    }
}
