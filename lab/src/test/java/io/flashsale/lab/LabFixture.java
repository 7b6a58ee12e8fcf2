package io.flashsale.lab;

import io.flashsale.commons.testing.ServiceOverHttp;
import io.flashsale.devstack.server.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.ProjectRoot;
import java.nio.file.Path;
import org.flywaydb.core.Flyway;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * The lab on real servers, spoken to over HTTP, beside the tables of the services, which are made by the services' own
 * migrations.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "management.server.port=0")
public abstract class LabFixture extends ServiceOverHttp {

    /** Own servers, because Kafka's topics have fixed names. */
    protected static final DevStack STACK = DevStack.in(
                    Path.of("target/stack-" + ProcessHandle.current().pid()))
            .mariaDb()
            .redis()
            .kafka()
            .start();

    protected static final SqlDatabase STOCK_DATABASE = migrated("stock");
    protected static final SqlDatabase ORDER_DATABASE = migrated("order");
    protected static final SqlDatabase LAB_DATABASE = STACK.database().freshSchema("lab");

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(STACK::close));
    }

    @Autowired
    private RedissonClient redis;

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        properties.add("spring.datasource.url", LAB_DATABASE::jdbcUrl);
        properties.add("spring.datasource.username", LAB_DATABASE::user);
        properties.add("spring.datasource.password", LAB_DATABASE::password);
        books(properties, "stock", STOCK_DATABASE);
        books(properties, "order", ORDER_DATABASE);
        properties.add("spring.data.redis.host", STACK.redis()::host);
        properties.add("spring.data.redis.port", STACK.redis()::port);
        properties.add("spring.kafka.bootstrap-servers", STACK.kafka()::bootstrapServers);
    }

    private static void books(DynamicPropertyRegistry properties, String whose, SqlDatabase database) {
        properties.add("flashsale.lab.books." + whose + ".url", database::jdbcUrl);
        properties.add("flashsale.lab.books." + whose + ".username", database::user);
        properties.add("flashsale.lab.books." + whose + ".password", database::password);
    }

    private static SqlDatabase migrated(String service) {
        SqlDatabase database = STACK.database().freshSchema(service);
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.user(), database.password())
                .locations("filesystem:" + ProjectRoot.find().resolve("sql").resolve(service))
                .load()
                .migrate();
        return database;
    }

    /** Writes sales into the services' books, as the services would, or as a fault of theirs might. */
    protected BookKeeper bookKeeper() {
        return new BookKeeper(client(STOCK_DATABASE), client(ORDER_DATABASE), redis);
    }

    private static JdbcClient client(SqlDatabase database) {
        return JdbcClient.create(new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password()));
    }
}
