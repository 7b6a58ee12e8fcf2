package io.flashsale.auditor.command;

import io.flashsale.auditor.source.DatabaseAccess;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import io.flashsale.commandline.UsageException;
import io.flashsale.redis.RedisConnections;
import io.flashsale.redis.RedisConnections.Recovery;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.redisson.config.BaseConfig;
import org.redisson.config.Config;

/**
 * Finds the servers, by the same environment variables that the control room reads.
 *
 * <p>Servers that the environment does not name come from the folder of the demo.
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

    DatabaseAccess coupon() {
        return database("FLASHSALE_AUDITOR_SOURCE_COUPON", "flashsale_coupon");
    }

    DatabaseAccess lab() {
        return database("FLASHSALE_AUDITOR_SOURCE_LAB", "flashsale_lab");
    }

    /** Stand-alone, unless the environment names a master with Sentinels, or the nodes of a Cluster. */
    Config redis() {
        Config config = new Config()
                .setUsername(given("SPRING_DATA_REDIS_USERNAME"))
                .setPassword(given("SPRING_DATA_REDIS_PASSWORD"));
        String master = given("SPRING_DATA_REDIS_SENTINEL_MASTER");
        String nodes = given("SPRING_DATA_REDIS_CLUSTER_NODES");
        if (master != null) {
            String sentinels = given("SPRING_DATA_REDIS_SENTINEL_NODES");
            if (sentinels == null) {
                throw new UsageException("SPRING_DATA_REDIS_SENTINEL_NODES does not say where the sentinels are");
            }
            bounded(config.useSentinelServers())
                    .setMasterName(master)
                    .setSentinelUsername(given("SPRING_DATA_REDIS_SENTINEL_USERNAME"))
                    .setSentinelPassword(given("SPRING_DATA_REDIS_SENTINEL_PASSWORD"))
                    .addSentinelAddress(redisAddresses(sentinels))
                    .setDatabase(redisDatabase());
        } else if (nodes != null) {
            bounded(config.useClusterServers()).addNodeAddress(redisAddresses(nodes));
        } else {
            bounded(config.useSingleServer()).setAddress(redisServer()).setDatabase(redisDatabase());
        }
        new RedisConnections(1, 4, Recovery.ONE_RETRY).configure(config);
        return config;
    }

    private static <C extends BaseConfig<C>> C bounded(C servers) {
        int timeout = (int) Source.TIMEOUT.toMillis();
        return servers.setTimeout(timeout).setConnectTimeout(timeout);
    }

    private String redisServer() {
        String host = given("SPRING_DATA_REDIS_HOST");
        return host == null
                ? "redis://127.0.0.1:" + port("redis", "SPRING_DATA_REDIS_HOST")
                : redisAddress(host + ":" + given("SPRING_DATA_REDIS_PORT", "6379"));
    }

    private String[] redisAddresses(String nodes) {
        return Stream.of(nodes.split(","))
                .map(String::strip)
                .map(this::redisAddress)
                .toArray(String[]::new);
    }

    private String redisAddress(String hostAndPort) {
        boolean encrypted = given("SPRING_DATA_REDIS_SSL_ENABLED", "false").equalsIgnoreCase("true");
        return (encrypted ? "rediss://" : "redis://") + hostAndPort;
    }

    private int redisDatabase() {
        String index = given("SPRING_DATA_REDIS_DATABASE", "0");
        if (!index.matches("\\d{1,6}")) {
            throw new UsageException("SPRING_DATA_REDIS_DATABASE is no number: " + index);
        }
        return Integer.parseInt(index);
    }

    /** The settings of a client; with a login where the environment names a protocol that asks for it. */
    Map<String, Object> kafka() {
        String servers = given("SPRING_KAFKA_BOOTSTRAP_SERVERS");
        String protocol = given("SPRING_KAFKA_SECURITY_PROTOCOL", "PLAINTEXT");
        Map<String, Object> settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                servers == null ? "127.0.0.1:" + port("kafka", "SPRING_KAFKA_BOOTSTRAP_SERVERS") : servers,
                "security.protocol",
                protocol));
        if (protocol.startsWith("SASL_")) {
            settings.put("sasl.mechanism", given("FLASHSALE_KAFKA_MECHANISM", "PLAIN"));
            settings.put(
                    "sasl.jaas.config", // this module only holds name and password of a client, also for PLAIN
                    "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\" password=\"%s\";"
                            .formatted(given("FLASHSALE_KAFKA_USERNAME", ""), given("FLASHSALE_KAFKA_PASSWORD", "")));
        }
        return settings;
    }

    private DatabaseAccess database(String variables, String schema) {
        String url = given(variables + "_URL");
        if (url != null) {
            return new DatabaseAccess(url, given(variables + "_USERNAME", ""), given(variables + "_PASSWORD", ""));
        }
        String host = given("FLASHSALE_DB_HOST"); // the variables that make the demo use an existing server
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

    /** The port of a running server of the demo. */
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
