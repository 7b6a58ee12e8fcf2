package io.flashsale.auditor.testing;

import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.ProjectRoot;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Real servers with the services' tables, made by the services' own migrations. No service runs. */
public final class AuditedServers {

    /** Own servers, because Kafka's topics have fixed names. */
    public static final DevStack STACK = DevStack.in(
                    Path.of("target/stack-" + ProcessHandle.current().pid()))
            .mariaDb()
            .redis()
            .kafka()
            .start();

    public static final SqlDatabase STOCK = migrated("stock", "stock", "shared");
    public static final SqlDatabase ORDER = migrated("order", "order", "shared");
    public static final SqlDatabase LAB = migrated("lab", "lab");

    public static final RedissonClient REDIS = redis();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            REDIS.shutdown();
            STACK.close();
        }));
    }

    private AuditedServers() {}

    /** Writes sales into the servers, as correct or faulty services would. */
    public static SourceWriter writer() {
        return new SourceWriter(client(STOCK), client(ORDER), REDIS);
    }

    /** The environment that tells {@code tools/auditor/audit} the servers' addresses. */
    public static Map<String, String> environment() {
        Map<String, String> variables = new HashMap<>();
        database(variables, "STOCK", STOCK);
        database(variables, "ORDER", ORDER);
        database(variables, "LAB", LAB);
        variables.put("SPRING_DATA_REDIS_HOST", STACK.redis().host());
        variables.put("SPRING_DATA_REDIS_PORT", String.valueOf(STACK.redis().port()));
        variables.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", STACK.kafka().bootstrapServers());
        return variables;
    }

    /** Lets the variables name the database of this service. */
    public static void database(Map<String, String> variables, String whose, SqlDatabase database) {
        String prefix = "FLASHSALE_AUDITOR_SOURCE_" + whose;
        variables.put(prefix + "_URL", database.jdbcUrl());
        variables.put(prefix + "_USERNAME", database.user());
        variables.put(prefix + "_PASSWORD", database.password());
    }

    /** Runs a test's own statements. */
    public static JdbcClient client(SqlDatabase database) {
        return JdbcClient.create(new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password()));
    }

    /**
     * Makes an empty database.
     *
     * @param folders of {@code sql} with the service's migrations
     */
    public static SqlDatabase migrated(String service, String... folders) {
        SqlDatabase database = STACK.database().freshSchema(service);
        Path sql = ProjectRoot.find().resolve("sql");
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.user(), database.password())
                .locations(Stream.of(folders)
                        .map(folder -> "filesystem:" + sql.resolve(folder))
                        .toArray(String[]::new))
                .load()
                .migrate();
        return database;
    }

    private static RedissonClient redis() {
        Config config = new Config();
        config.useSingleServer()
                .setTimeout(120_000) // for slow machines
                .setAddress(
                        "redis://" + STACK.redis().host() + ":" + STACK.redis().port());
        return Redisson.create(config);
    }
}
