package io.flashsale.devstack.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.server.sql.SqlDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlashSaleSystemTests {

    private static final SqlDatabase DATABASE = new SqlDatabase("flashsale_x", "jdbc:x", "flashsale", "secret");
    private static final BackingServices BACKENDS = new BackingServices(
            DATABASE, DATABASE, DATABASE, DATABASE, new RedisDatabase("127.0.0.1", 6379, 0), "127.0.0.1:9092");

    @ParameterizedTest
    @CsvSource({"127.0.0.1, 127.0.0.1", "0.0.0.0, 127.0.0.1", "192.0.2.1, 192.0.2.1", "::1, [0:0:0:0:0:0:0:1]"})
    void callsTheGatewayWhereItListens(String address, String host, @TempDir Path folder) {
        FlashSaleSystem system = FlashSaleSystem.on(BACKENDS, new ProcessDirectory(folder))
                .gatewayAddress(address)
                .gatewayPort(8080)
                .build();
        String url = "http://" + host + ":8080";
        assertThat(system.gatewayUrl()).isEqualTo(url);
        assertThat(system.service(ServiceName.CONTROL_ROOM).environment())
                .containsEntry("FLASHSALE_CONTROL_ROOM_GATEWAY_URL", url);
        assertThat(system.service(ServiceName.GATEWAY).environment()).containsEntry("SERVER_ADDRESS", address);
    }
}
