package io.flashsale.controlroom;

import static io.flashsale.auditor.testing.AuditedServers.ORDER;
import static io.flashsale.auditor.testing.AuditedServers.STACK;
import static io.flashsale.auditor.testing.AuditedServers.STOCK;

import io.flashsale.commons.testing.ServiceOverHttp;
import io.flashsale.devstack.server.sql.SqlDatabase;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Runs the control room on real servers, over HTTP. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            // Longer than any machine takes.
            "spring.data.redis.timeout=60s",
            "spring.data.redis.connect-timeout=60s",
            "spring.kafka.admin.operation-timeout=60s"
        })
public abstract class ControlRoomFixture extends ServiceOverHttp {

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        database(properties, "stock", STOCK);
        database(properties, "order", ORDER);
        properties.add("spring.data.redis.host", STACK.redis()::host);
        properties.add("spring.data.redis.port", STACK.redis()::port);
        properties.add("spring.kafka.bootstrap-servers", STACK.kafka()::bootstrapServers);
    }

    private static void database(DynamicPropertyRegistry properties, String whose, SqlDatabase database) {
        properties.add("flashsale.auditor.source." + whose + ".url", database::jdbcUrl);
        properties.add("flashsale.auditor.source." + whose + ".username", database::user);
        properties.add("flashsale.auditor.source." + whose + ".password", database::password);
    }
}
