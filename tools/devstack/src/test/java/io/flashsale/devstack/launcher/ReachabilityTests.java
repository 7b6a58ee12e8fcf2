package io.flashsale.devstack.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.launcher.DemoSettings.Database;
import io.flashsale.devstack.launcher.DemoSettings.RedisTopology;
import java.nio.file.Path;
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
        DemoSettings settings = new DemoSettings(
                Database.MARIADB,
                RedisTopology.SINGLE,
                false,
                1,
                false,
                Path.of("/d"),
                host,
                8080,
                false,
                false,
                false,
                null,
                null);
        assertThat(Reachability.beyondThisMachine(settings, Map.of("FLASHSALE_DB_HOST", database)))
                .hasSize(sentences);
        assertThat(Reachability.beyondThisMachine(settings, Map.of())).hasSizeLessThanOrEqualTo(1);
    }
}
