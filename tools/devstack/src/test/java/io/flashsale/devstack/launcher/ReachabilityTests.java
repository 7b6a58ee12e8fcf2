package io.flashsale.devstack.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReachabilityTests {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, localhost, 0",
        "::1, 127.0.0.2, 0",
        "0.0.0.0, localhost, 1",
        "192.0.2.1, localhost, 1",
        "127.0.0.1, 192.0.2.7, 1",
        "::, 192.0.2.7, 2",
    })
    void saysWhatIsNotOfThisMachineAlone(String host, String database, int sentences) {
        assertThat(Reachability.beyondThisMachine(host, Map.of("FLASHSALE_DB_HOST", database)))
                .hasSize(sentences);
        assertThat(Reachability.beyondThisMachine(host, Map.of())).hasSizeLessThanOrEqualTo(1);
    }
}
