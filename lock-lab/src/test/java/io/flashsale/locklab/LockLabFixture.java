package io.flashsale.locklab;

import io.flashsale.commons.testing.ServiceOverHttp;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import java.nio.file.Path;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The lock lab on a real database, spoken to over HTTP. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "management.server.port=0")
public abstract class LockLabFixture extends ServiceOverHttp {

    private static final DevStack STACK = DevStack.in(
                    Path.of("target/stack-" + ProcessHandle.current().pid()))
            .mariaDb()
            .start();

    private static final SqlDatabase DATABASE = STACK.database().freshSchema("lab");

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(STACK::close));
    }

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        properties.add("spring.datasource.url", DATABASE::jdbcUrl);
        properties.add("spring.datasource.username", DATABASE::user);
        properties.add("spring.datasource.password", DATABASE::password);
    }
}
