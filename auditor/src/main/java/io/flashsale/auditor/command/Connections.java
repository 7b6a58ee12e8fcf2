package io.flashsale.auditor.command;

import io.flashsale.auditor.source.DatabaseAccess;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Where the servers are: as the environment says, by the variables that the control room reads, too; what it does not name is
 * looked up in the folder of the demo.
 */
final class Connections {

    private final Map<String, String> environment;
    private final Path demo;
    private final Properties stack;

    Connections(Map<String, String> environment, Path demo) {
        this.environment = environment;
        this.demo = demo;
        this.stack = read(demo.resolve("stack.properties"));
    }

    DatabaseAccess stock() {
        return database("FLASHSALE_AUDITOR_SOURCE_STOCK", "flashsale_stock");
    }

    DatabaseAccess order() {
        return database("FLASHSALE_AUDITOR_SOURCE_ORDER", "flashsale_order");
    }

    DatabaseAccess lab() {
        return database("FLASHSALE_AUDITOR_SOURCE_LAB", "flashsale_lab");
    }

    String redisAddress() {
        String host = given("SPRING_DATA_REDIS_HOST");
        return host == null
                ? "redis://127.0.0.1:" + port("redis", "SPRING_DATA_REDIS_HOST")
                : "redis://" + host + ":" + given("SPRING_DATA_REDIS_PORT", "6379");
    }

    int redisDatabase() {
        String index = given("SPRING_DATA_REDIS_DATABASE", "0");
        if (!index.matches("\\d{1,6}")) {
            throw new UsageException("SPRING_DATA_REDIS_DATABASE is no number: " + index);
        }
        return Integer.parseInt(index);
    }

    @Nullable
    String redisPassword() {
        return given("SPRING_DATA_REDIS_PASSWORD");
    }

    String kafka() {
        String servers = given("SPRING_KAFKA_BOOTSTRAP_SERVERS");
        return servers == null ? "127.0.0.1:" + port("kafka", "SPRING_KAFKA_BOOTSTRAP_SERVERS") : servers;
    }

    private DatabaseAccess database(String variables, String schema) {
        String url = given(variables + "_URL");
        if (url != null) {
            return new DatabaseAccess(url, given(variables + "_USERNAME", ""), given(variables + "_PASSWORD", ""));
        }
        String host = given("FLASHSALE_DB_HOST"); // the variables that tell the demo to use an existing server
        if (host != null) {
            return new DatabaseAccess(
                    jdbcUrl(host, given("FLASHSALE_DB_PORT", "3306"), schema),
                    given("FLASHSALE_DB_USER", "flashsale"),
                    given("FLASHSALE_DB_PASSWORD", ""));
        }
        String server = Files.exists(pidFile("mysql")) ? "mysql" : "mariadb";
        return new DatabaseAccess(
                jdbcUrl("127.0.0.1", port(server, variables + "_URL"), schema),
                "flashsale",
                stack.getProperty("database.password", ""));
    }

    private static String jdbcUrl(String host, String port, String schema) {
        return "jdbc:mysql://" + host + ":" + port + "/" + schema
                + "?sslMode=PREFERRED&allowPublicKeyRetrieval=true"
                + "&connectionTimeZone=UTC&forceConnectionTimeZoneToSession=true";
    }

    /** Of a server of the demo that runs now. */
    private String port(String server, String variable) {
        String port = stack.getProperty(server + ".port");
        if (port == null || !Files.exists(pidFile(server))) {
            throw new UsageException("no demo runs in " + demo + ": start ./demo, name its folder with --data, or set "
                    + variable + " and the other variables of docs/auditor.md");
        }
        return port;
    }

    private Path pidFile(String server) {
        return demo.resolve("run").resolve(server + ".pid");
    }

    private @Nullable String given(String variable) {
        String value = environment.get(variable);
        return value == null || value.isBlank() ? null : value;
    }

    private String given(String variable, String otherwise) {
        String value = given(variable);
        return value == null ? otherwise : value;
    }

    private static Properties read(Path file) {
        Properties properties = new Properties();
        if (Files.exists(file)) {
            try (Reader in = Files.newBufferedReader(file)) {
                properties.load(in);
            } catch (IOException unreadable) {
                throw new UsageException(file + " cannot be read: " + unreadable.getMessage());
            }
        }
        return properties;
    }
}
