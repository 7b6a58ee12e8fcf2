package io.flashsale.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A short run of {@code ./chaos} for each topology of Redis: the answers to shoppers match what happened,
 * whatever breaks.
 */
class ChaosIT {

    @TempDir
    private Path folder;

    @Test
    @Tag("long")
    void shouldHoldWithASingleRedis() {
        requireToHold(1, "--redis=single", "--seconds=8");
    }

    /** The round in which Kafka is dead while a replaced master continues: docs/reliability.md. */
    @Test
    @Tag("weekly")
    void shouldHoldWithSentinels() {
        requireToHold(2, "--redis=sentinel");
    }

    @Test
    @Tag("weekly")
    void shouldHoldWithAClusterAndTwoOfEachService() {
        requireToHold(1, "--redis=cluster", "--instances=2", "--seconds=8");
    }

    /** Plays one round of the seed. */
    private void requireToHold(int round, String... options) {
        Path report = folder.resolve("report");
        List<String> typed = new ArrayList<>(List.of(options));
        typed.addAll(List.of("--seed=7", "--from-round=" + round, "--rounds=1", "--report=" + report));
        assertThat(Chaos.run(typed, System.out, System.err)).as("exit status").isEqualTo(Tester.HOLDS);
        assertThat(report.resolve("report.html")).content().contains("HOLDS", "round", "undecided");
        assertThat(report.resolve("report.json")).content().contains("\"holds\" : true");
        assertThat(report.resolve("history-" + round + ".csv"))
                .content()
                .contains("RESERVE", "PAY", "CANCEL", "CLAIM", "RESTOCK", "CHANGE");
        assertThat(report.resolve("data")).doesNotExist();
    }
}
