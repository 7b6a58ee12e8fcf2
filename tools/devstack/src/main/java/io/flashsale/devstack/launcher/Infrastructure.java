package io.flashsale.devstack.launcher;

import static java.util.stream.Collectors.toMap;

import io.flashsale.devstack.launcher.seed.DemoFailedException;
import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.server.sql.MySqlServer;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.server.sql.SqlServer;
import io.flashsale.devstack.system.BackingServices;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.DevStackBuilder;
import io.flashsale.devstack.system.Lines;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The servers below the services: own ones, except where the environment names existing ones. */
final class Infrastructure {

    private static final String DATABASE_HOST = "FLASHSALE_DB_HOST";
    private static final String REDIS_HOST = "SPRING_DATA_REDIS_HOST";
    private static final String KAFKA = "SPRING_KAFKA_BOOTSTRAP_SERVERS";
    private static final Pattern HOST_AND_PORT = Pattern.compile("\\s*([^,]+):(\\d{1,5})");
    private static final int CONNECT_TIMEOUT_MS = 5_000;

    private final Map<String, String> environment;
    private final DemoOptions options;
    private final @Nullable TcpProxy lineToKafka;
    private final int kafkaPort;

    Infrastructure(Map<String, String> environment, DemoOptions options) {
        this.environment = environment;
        this.options = options;
        this.kafkaPort = options.lines() ? Ports.free() : 0;
        this.lineToKafka = options.lines() ? TcpProxy.to(kafkaPort) : null;
    }

    /** Whether all servers are own ones, because the environment names none. */
    static boolean isOwn(Map<String, String> environment) {
        return Stream.of(DATABASE_HOST, REDIS_HOST, KAFKA)
                .allMatch(variable -> environment.getOrDefault(variable, "").isBlank());
    }

    /**
     * Says which existing servers are used, a line each.
     *
     * @throws DemoFailedException if nothing listens where the environment names one
     */
    List<String> existing() {
        List<String> lines = new ArrayList<>();
        String database = given(DATABASE_HOST);
        if (database != null) {
            lines.add(listening("The database", DATABASE_HOST, database, number("FLASHSALE_DB_PORT", 3306)));
        }
        String redis = given(REDIS_HOST);
        if (redis != null) {
            lines.add(listening("Redis", REDIS_HOST, redis, number("SPRING_DATA_REDIS_PORT", 6379)));
        }
        String kafka = given(KAFKA);
        if (kafka != null) {
            Matcher first = HOST_AND_PORT.matcher(kafka);
            if (!first.lookingAt()) {
                throw new DemoFailedException(KAFKA + " is not a list of host:port: " + kafka);
            }
            lines.add(listening("Kafka", KAFKA, first.group(1), Integer.parseInt(first.group(2))));
        }
        return lines;
    }

    private static String listening(String what, String variable, String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_TIMEOUT_MS);
            return what + " is the one at " + host + ":" + port + ", which " + variable + " names.";
        } catch (IOException | IllegalArgumentException nobody) {
            throw new DemoFailedException(
                    "Nothing listens at " + host + ":" + port + ", which " + variable
                            + " names: start it, or unset the variable, and the demo starts its own",
                    nobody);
        }
    }

    /** The further settings of existing servers, such as a password, for each service. */
    Map<String, String> settingsOfExisting() {
        boolean redis = given(REDIS_HOST) != null;
        boolean kafka = given(KAFKA) != null;
        return environment.entrySet().stream()
                .filter(variable -> !variable.getValue().isBlank())
                .filter(variable -> redis && variable.getKey().startsWith("SPRING_DATA_REDIS_")
                        || kafka && variable.getKey().startsWith("SPRING_KAFKA_"))
                .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The own servers, not started yet. */
    DevStackBuilder ownServers(Path directory) {
        DevStackBuilder builder = DevStack.in(directory);
        if (options.small()) {
            builder.small();
        }
        if (given(DATABASE_HOST) == null) {
            if (options.database() == DemoOptions.Database.MYSQL) {
                MySqlServer.missing().ifPresent(why -> {
                    throw new DemoFailedException(why);
                });
                builder.mySql();
            } else {
                builder.mariaDb();
            }
        }
        if (given(REDIS_HOST) == null) {
            switch (options.redis()) {
                case SINGLE -> builder.redis();
                case SENTINEL -> builder.redisWithSentinels();
                case CLUSTER -> builder.redisCluster();
            }
        }
        if (given(KAFKA) == null) {
            if (lineToKafka == null) {
                builder.kafka();
            } else {
                builder.kafkaBehind(lineToKafka.port(), kafkaPort);
            }
        }
        return builder;
    }

    /** The lines to the own servers; null if there are none. */
    @Nullable
    Lines lines(DevStack stack) {
        return lineToKafka == null ? null : new Lines(stack, lineToKafka);
    }

    /** The own and existing servers for the services. */
    BackingServices backends(DevStack stack) {
        String redisHost = given(REDIS_HOST);
        String kafka = given(KAFKA);
        return new BackingServices(
                database(stack, "flashsale_stock"),
                database(stack, "flashsale_order"),
                database(stack, "flashsale_coupon"),
                database(stack, "flashsale_lab"),
                redisHost == null
                        ? stack.redisDeployment()
                        : new RedisDatabase(
                                redisHost,
                                number("SPRING_DATA_REDIS_PORT", 6379),
                                number("SPRING_DATA_REDIS_DATABASE", 0)),
                kafka == null ? stack.kafka().bootstrapServers() : kafka);
    }

    private SqlDatabase database(DevStack stack, String schema) {
        String host = given(DATABASE_HOST);
        if (host == null) {
            return stack.database().schema(schema);
        }
        return new SqlDatabase(
                schema,
                SqlDatabase.jdbcUrl(host, number("FLASHSALE_DB_PORT", 3306), schema),
                environment.getOrDefault("FLASHSALE_DB_USER", SqlServer.USER),
                environment.getOrDefault("FLASHSALE_DB_PASSWORD", ""));
    }

    private int number(String variable, int otherwise) {
        String value = given(variable);
        try {
            return value == null ? otherwise : Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new DemoFailedException(variable + " is not a number: " + value, e);
        }
    }

    private @Nullable String given(String variable) {
        String value = environment.get(variable);
        return value == null || value.isBlank() ? null : value;
    }
}
