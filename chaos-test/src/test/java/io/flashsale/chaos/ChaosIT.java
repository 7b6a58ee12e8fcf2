package io.flashsale.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short run of {@code ./chaos} against each topology of Redis: whatever breaks, what shoppers were told is what happened. */
class ChaosIT {

    @TempDir
    private Path folder;

    @Test
    void shouldHoldWithASingleRedis() {
        requireToHold("--redis=single", "--rounds=1", "--seconds=8");
    }

    /** Not round 2, in which Kafka is dead while a master that is replaced goes on: docs/reliability.md tells what is lost. */
    @Test
    @Tag("chaos")
    void shouldHoldWithSentinels() {
        requireToHold("--redis=sentinel", "--from-round=3", "--rounds=1");
    }

    @Test
    @Tag("chaos")
    void shouldHoldWithACluster() {
        requireToHold("--redis=cluster", "--rounds=2");
    }

    @Test
    @Tag("chaos")
    void shouldHoldWithTwoOfEachService() {
        requireToHold("--redis=single", "--rounds=2", "--instances=2");
    }

    private void requireToHold(String... options) {
        Path report = folder.resolve("report");
        List<String> typed = new ArrayList<>(List.of(options));
        typed.addAll(List.of("--seed=7", "--report=" + report));
        assertThat(Chaos.run(typed, System.out, System.err)).as("exit status").isEqualTo(Tester.HOLDS);
        assertThat(report.resolve("report.html")).content().contains("HOLDS", "round", "undecided");
        assertThat(report.resolve("report.json")).content().contains("\"holds\" : true");
        String last = Arrays.asList(options).contains("--from-round=3") ? "history-3.csv" : "history-1.csv";
        assertThat(report.resolve(last)).content().contains("RESERVE", "PAY", "CANCEL", "CLAIM", "RESTOCK");
        assertThat(report.resolve("data")).doesNotExist();
    }
}
