package io.flashsale.locklab;

import io.flashsale.commons.testing.ServiceOverHttp;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import java.nio.file.Path;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The lock lab on the shared database, called over HTTP. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            // Longer than any machine takes.
            "spring.datasource.hikari.connection-timeout=120000",
            "spring.datasource.hikari.data-source-properties.connectTimeout=60000",
            "spring.datasource.hikari.data-source-properties.socketTimeout=600000"
        })
public abstract class LockLabFixture extends ServiceOverHttp {

    /** The data of the processes of a run. */
    protected static final Path DIRECTORY =
            Path.of("target/lab-runs-" + ProcessHandle.current().pid()).toAbsolutePath();

    private static final SqlDatabase DATABASE = DevStack.shared().database().freshSchema("lab");

    static {
        System.setProperty("flashsale.lock-lab.directory", DIRECTORY.toString());
    }

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        properties.add("spring.datasource.url", DATABASE::jdbcUrl);
        properties.add("spring.datasource.username", DATABASE::user);
        properties.add("spring.datasource.password", DATABASE::password);
    }
}
