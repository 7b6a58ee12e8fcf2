package io.flashsale.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code mvn verify -P chaos}: 200 rounds and a few, over all topologies of Redis and one and two of each service. */
@Tag("chaos")
class ChaosCampaignIT {

    @ParameterizedTest
    @CsvSource({"single, 1", "single, 2", "sentinel, 1", "sentinel, 2", "cluster, 1", "cluster, 2"})
    void shouldHold(String redis, int instances) {
        List<String> options = List.of(
                "--redis=" + redis, "--instances=" + instances, "--rounds=" + System.getProperty("chaos.rounds"));
        assertThat(Chaos.run(options, System.out, System.err)).as("exit status").isEqualTo(Tester.HOLDS);
    }
}
