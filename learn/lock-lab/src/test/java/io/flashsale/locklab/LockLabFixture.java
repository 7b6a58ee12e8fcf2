package io.flashsale.locklab;

import io.flashsale.commons.testing.ServiceOverHttp;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The lock lab on the shared database, called over HTTP. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "management.server.port=0")
public abstract class LockLabFixture extends ServiceOverHttp {

    private static final SqlDatabase DATABASE = DevStack.shared().database().freshSchema("lab");

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        properties.add("spring.datasource.url", DATABASE::jdbcUrl);
        properties.add("spring.datasource.username", DATABASE::user);
        properties.add("spring.datasource.password", DATABASE::password);
    }
}
