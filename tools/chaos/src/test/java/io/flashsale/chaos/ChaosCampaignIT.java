package io.flashsale.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.flashsale.devstack.system.ProjectRoot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs {@code mvn verify -P weekly}: at least 200 rounds on all tested systems.
 *
 * <p>These are all topologies of Redis, with one and two of each service. It may be stopped and started again:
 * it does not repeat rounds in the file of results, see docs/chaos.md.
 */
@Tag("weekly")
class ChaosCampaignIT {

    private static final Instant END = Instant.now().plus(Duration.ofMinutes(Integer.getInteger("chaos.minutes", 0)));

    /** The time for a start and the last round. */
    private static final Duration RESERVE = Duration.ofMinutes(2);

    @ParameterizedTest
    @CsvSource({"single, 1", "single, 2", "sentinel, 1", "sentinel, 2", "cluster, 1", "cluster, 2"})
    void shouldHold(String redis, int instances) {
        long minutes = Duration.between(Instant.now(), END).minus(RESERVE).toMinutes();
        assumeThat(minutes).as("minutes that are left").isPositive();
        List<String> options = List.of(
                "--redis=" + redis,
                "--instances=" + instances,
                "--seed=14",
                "--rounds=" + System.getProperty("chaos.rounds"),
                "--minutes=" + minutes,
                "--results=" + ProjectRoot.find().resolve(Objects.requireNonNull(System.getProperty("chaos.results"))));
        assertThat(Chaos.run(options, System.out, System.err)).as("exit status").isEqualTo(Tester.HOLDS);
    }
}
