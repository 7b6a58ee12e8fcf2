package io.flashsale.steps.check;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.server.KafkaServer;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The instances of one shop, with an empty database and an empty Redis. */
final class ShopInstances implements AutoCloseable {

    private final LampTables tables;
    private final List<StepShop> shops;

    ShopInstances(DevStack stack, StepProgram program, int instances) throws SQLException {
        stack.redis().wipe();
        SqlDatabase database = stack.database().freshSchema("steps");
        tables = new LampTables(database);
        Map<String, String> addresses = addresses(stack, database);
        shops = IntStream.rangeClosed(1, instances)
                .mapToObj(number -> new StepShop("shop-" + number, stack.directory(), program, addresses))
                .toList();
    }

    /** Kafka is there for the last step only; its topic has the name of the database, so each sale has its own. */
    private static Map<String, String> addresses(DevStack stack, SqlDatabase database) {
        Map<String, String> addresses = new HashMap<>(Map.of(
                "SPRING_DATASOURCE_URL", database.jdbcUrl(),
                "SPRING_DATASOURCE_USERNAME", database.user(),
                "SPRING_DATASOURCE_PASSWORD", database.password(),
                "SPRING_DATA_REDIS_HOST", stack.redis().host(),
                "SPRING_DATA_REDIS_PORT", Integer.toString(stack.redis().port()),
                "SHOP_TOPIC", database.schema()));
        stack.servers(KafkaServer.class)
                .forEach(kafka -> addresses.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers()));
        return addresses;
    }

    /** Starts those that do not run, and returns when all sell. */
    void start() {
        shops.forEach(ManagedProcess::launch);
        shops.forEach(ManagedProcess::awaitReady);
    }

    List<StepShop> all() {
        return shops;
    }

    LampTables tables() {
        return tables;
    }

    @Override
    public void close() throws SQLException {
        shops.forEach(ManagedProcess::kill);
        tables.close();
    }
}
