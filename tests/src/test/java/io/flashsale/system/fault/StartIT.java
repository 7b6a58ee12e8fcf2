package io.flashsale.system.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.server.sql.MariaDbServer;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.system.harness.RunningSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Services start in any order relative to the servers that they need. */
@Tag("long")
class StartIT {

    private final RunningSystem system = RunningSystem.get();

    @Test
    void shouldWaitForADatabaseThatIsNotThereYetAndSaySo() {
        MariaDbServer late = MariaDbServer.further("late-" + Ports.free(), system.stack.directory());
        SqlDatabase database = late.schema("flashsale_late");
        // Its empty database must not affect the other systems: it has a Redis of its own and uses no shared Kafka.
        JavaService service = system.services.addInstance(
                ServiceName.STOCK,
                Map.of(
                        "SPRING_DATASOURCE_URL",
                        database.jdbcUrl(),
                        "SPRING_DATASOURCE_PASSWORD",
                        database.password(),
                        "SPRING_KAFKA_BOOTSTRAP_SERVERS",
                        "127.0.0.1:" + Ports.free(),
                        "SPRING_DATA_REDIS_DATABASE",
                        "15"));
        try {
            service.launch();
            await().until(() -> printed(service).contains("Retrying in"));
            assertThat(service.isRunning()).isTrue();
            late.start();
            service.awaitReady();
        } finally {
            service.kill();
            late.stop();
        }
    }

    private static String printed(JavaService service) {
        try {
            return Files.exists(service.logFile()) ? Files.readString(service.logFile()) : "";
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
