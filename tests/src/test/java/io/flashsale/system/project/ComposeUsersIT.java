package io.flashsale.system.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.devstack.server.sql.MySqlServer;
import io.flashsale.devstack.server.sql.SqlServer;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.DevStackBuilder;
import io.flashsale.devstack.system.FlashSaleSystemBuilder;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.system.harness.CouponShop;
import io.flashsale.system.harness.FollowedPurchases;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.TraceCollector;
import io.flashsale.system.harness.TraceCollector.CollectedSpan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import tools.jackson.databind.JsonNode;

/**
 * The users of docker-compose.yml in MySQL, Redis and Kafka have enough rights for their service, and no more.
 *
 * <p>This system also runs the core of the suite on MySQL; all other tests run on MariaDB, as do these where MySQL
 * cannot run. It also has a collector of traces, for which MySQL's driver makes a span of each statement for a followed
 * click.
 */
@Tag("long")
class ComposeUsersIT {

    private static final String PASSWORD = "a-password-of-this-test";

    private static final Map<ServiceName, String> USERS = Map.of(
            ServiceName.STOCK, "stock",
            ServiceName.ORDER, "order",
            ServiceName.COUPON, "coupon",
            ServiceName.CONTROL_ROOM, "auditor",
            ServiceName.GATEWAY, "gateway");

    private static final List<String> TOPICS =
            List.of("reservations", "order-events", "claims", "coupon-settlements", "shopper-messages");

    private static final String DRIVER = "MySQL Connector/J";

    @AutoClose
    private static final TraceCollector COLLECTOR = new TraceCollector();

    @AutoClose
    private static RunningSystem system;

    /** The refusals that a test asked for. */
    private static int provoked;

    @BeforeAll
    static void start() {
        boolean onMySql = MySqlServer.missing().isEmpty();
        if (System.getenv("CI") != null) {
            assertThat(onMySql).as("MySQL, where CI is set").isTrue();
        }
        DevStackBuilder servers = RunningSystem.servers("users");
        system = RunningSystem.start(
                (onMySql ? servers.mySql() : servers.mariaDb()).redis().kafkaWithUsers(KafkaUsers.settings(PASSWORD)),
                EnumSet.complementOf(EnumSet.of(ServiceName.LOCK_LAB)),
                1,
                ComposeUsersIT::withUsers);
    }

    private static void withUsers(DevStack stack, FlashSaleSystemBuilder wiring) {
        wiring.environment("FLASHSALE_TRACING_OTLP_ENDPOINT", COLLECTOR.endpoint());
        makeSqlUsers(stack.database());
        redisUsers()
                .forEach(user -> assertThat(redis(stack, "default", "", "ACL SETUSER " + user))
                        .isEqualTo("+OK"));
        KafkaUsers.allow(stack.kafka().bootstrapServers());
        // This service logs in by SCRAM, the others by PLAIN.
        KafkaUsers.allowScram(stack.kafka().bootstrapServers(), "coupon", PASSWORD);
        wiring.environment(ServiceName.COUPON, "FLASHSALE_KAFKA_MECHANISM", KafkaUsers.SCRAM.mechanismName());
        USERS.forEach((service, user) -> {
            wiring.environment(service, "SPRING_DATA_REDIS_USERNAME", user);
            wiring.environment(service, "SPRING_DATA_REDIS_PASSWORD", PASSWORD);
            if (service != ServiceName.GATEWAY) {
                wiring.environment(
                        service, "SPRING_KAFKA_BOOTSTRAP_SERVERS", stack.kafka().bootstrapServersForUsers());
                wiring.environment(service, "SPRING_KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT");
                wiring.environment(service, "FLASHSALE_KAFKA_USERNAME", user);
                wiring.environment(service, "FLASHSALE_KAFKA_PASSWORD", PASSWORD);
            }
        });
        for (ServiceName service : List.of(ServiceName.STOCK, ServiceName.ORDER, ServiceName.COUPON)) {
            String user = "flashsale_" + USERS.get(service);
            wiring.environment(service, "SPRING_DATASOURCE_URL", url(stack, user));
            wiring.environment(service, "SPRING_DATASOURCE_USERNAME", user);
            wiring.environment(service, "SPRING_DATASOURCE_PASSWORD", PASSWORD);
            String source = "FLASHSALE_AUDITOR_SOURCE_" + service.name();
            wiring.environment(ServiceName.CONTROL_ROOM, source + "_URL", url(stack, user));
            wiring.environment(ServiceName.CONTROL_ROOM, source + "_USERNAME", "flashsale_auditor");
            wiring.environment(ServiceName.CONTROL_ROOM, source + "_PASSWORD", PASSWORD);
        }
    }

    private static String url(DevStack stack, String schema) {
        return stack.database().jdbcUrl(schema).replace("createDatabaseIfNotExist=true&", "");
    }

    /** Makes the users with the same file as the MySQL image. Only its root may grant the exporter's rights. */
    private static void makeSqlUsers(SqlServer server) {
        String script = ComposeTests.read(ComposeTests.ROOT.resolve("deploy/mysql/users.sh"));
        String sql = script.substring(script.indexOf("<<SQL\n") + 6, script.lastIndexOf("SQL"))
                .replaceAll("[$]MYSQL_[A-Z]+_PASSWORD", PASSWORD)
                .replace("\\`", "`")
                .replace("\\\\", "\\");
        JdbcClient owner = JdbcClient.create(
                new DriverManagerDataSource(server.jdbcUrl("flashsale_users"), server.user(), server.password()));
        Stream.of(sql.split(";"))
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.matches("GRANT .* TO 'flashsale_exporter'.*"))
                .forEach(statement -> owner.sql(statement).update());
    }

    /** The users that Redis' script defines, without the default user. */
    private static List<String> redisUsers() {
        return ComposeTests.read(ComposeTests.ROOT.resolve("deploy/redis/start.sh"))
                .replace("\\\n", "")
                .lines()
                .filter(line -> line.startsWith("user ") && !line.startsWith("user default "))
                .map(line -> line.substring("user ".length()).replaceAll("[$]\\w+", PASSWORD))
                .toList();
    }

    /** The first line of the answer. */
    private static String redis(DevStack stack, String user, String password, String command) {
        try (Socket socket = new Socket("127.0.0.1", stack.redis().port())) {
            socket.setSoTimeout((int) Shop.SOON.toMillis());
            String logIn = password.isEmpty() ? "PING" : "AUTH " + user + " " + password;
            socket.getOutputStream().write((logIn + "\r\n" + command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            BufferedReader answers =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            assertThat(answers.readLine()).startsWith("+");
            return String.valueOf(answers.readLine());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** The gateway, stock- and order-service record a click's journey, each as its own user; order-service reads it. */
    @Test
    void shouldBeEnoughToFollowAClick() {
        FollowedPurchases purchases = new FollowedPurchases(system);
        JsonNode journey =
                purchases.journey(purchases.paid(), "CLICK", "GROUP", "SCRIPT", "KAFKA", "INSERT", "PAYMENT");
        assertThat(journey.path("missing").isEmpty()).isTrue();
    }

    /** One trace leads from the click to the rows. */
    @Test
    void shouldSendTheCallsAndStatementsForAFollowedClickToACollector() {
        String click = new FollowedPurchases(system).paid().traceId();
        await().untilAsserted(() -> {
            assertThat(COLLECTOR.below(click, "group"))
                    .extracting(CollectedSpan::service)
                    .contains("stock-service");
            assertThat(COLLECTOR.below(click, "placement"))
                    .extracting(CollectedSpan::service, CollectedSpan::scope)
                    .contains(tuple("order-service", DRIVER));
            assertThat(COLLECTOR.below(click, "ledger"))
                    .extracting(CollectedSpan::service, CollectedSpan::scope)
                    .contains(tuple("stock-service", DRIVER));
        });
        assertThat(COLLECTOR.spans().stream().filter(span -> span.scope().equals(DRIVER)))
                .as("statements for nobody")
                .noneMatch(span -> span.parent().isEmpty());
    }

    @Test
    void shouldSellExactlyWhatThereIsInEightBuckets() {
        Shop shop = system.shop;
        long sale = shop.openSale(60, 8);
        List<User> users = shop.crowd(64); // so few that some buckets run empty while others still have units
        Set<String> orders = new HashSet<>();
        await().until(() -> {
            orders.addAll(Shop.orders(shop.stampede(sale, users, 64)));
            return orders.size() == 60;
        });
        system.records.requireInvariants(sale, orders);
        assertThat(system.records.moves(sale)).isPositive();
    }

    @Test
    void shouldSellExactlyWhatThereIsTakePaymentsGiveBackWhatIsCancelledAndAudit() {
        Shop shop = system.shop;
        long sale = shop.openSale(100);
        List<User> users = shop.crowd(400);
        List<Answer> answers = shop.stampede(sale, users, 64);
        List<String> orders = Shop.orders(answers);
        assertThat(orders).hasSize(100);
        system.records.requireInvariants(sale, orders);

        int ended = 0;
        for (int i = 0; i < users.size() && ended < 20; i++) {
            String order = answers.get(i).orderId();
            if (order.isEmpty()) {
                assertThat(answers.get(i).problem()).isEqualTo("sold-out");
            } else if (ended++ % 2 == 0) {
                assertThat(shop.pay(order, users.get(i)).orderStatus()).isEqualTo("PAID");
            } else {
                assertThat(shop.cancel(order, users.get(i)).orderStatus()).isEqualTo("CLOSED");
            }
        }
        system.records.requireInvariants(sale, orders);
        assertThat(system.records.available(sale)).isEqualTo(10);
        assertThat(system.records.active(sale)).isEqualTo(90);
        shop.requireAudit(sale, "");
        Answer live = shop.get("/api/lab/live/" + sale + "/snapshot", shop.admin());
        assertThat(live.status()).as(live.text()).isEqualTo(200);
    }

    @Test
    void shouldRebuildRedis() {
        Shop shop = system.shop;
        long sale = shop.openSale(10);
        List<User> users = shop.users(6);
        List<String> orders = Shop.orders(shop.stampede(sale, users, 6));
        assertThat(orders).hasSize(6);
        await().until(() -> system.records.outboxLength() == 0);
        system.records.redis().getKeys().flushall();
        system.records.requireInvariants(sale, orders);
        assertThat(shop.reserve(sale, users.getFirst()).problem()).isEqualTo("already-purchased");
    }

    @AfterEach
    void requireNoOtherRefusal() {
        assertThat(refusals()).hasSize(provoked);
    }

    /** Refusals that only the logs show, such as a lock that could not be released. */
    private static List<String> refusals() {
        try (Stream<Path> logs = Files.list(system.stack.directory().path().resolve("logs"))) {
            return logs.map(ComposeTests::read)
                    .flatMap(String::lines)
                    .filter(line -> line.contains("NOPERM") || line.contains("AuthorizationException"))
                    .toList();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Test
    void shouldBeEnoughForCoupons() {
        Shop shop = system.shop;
        String template = Long.toString(shop.make("/api/admin/coupons", """
            {"title": "A coupon", "amountCents": 500, "quantity": 2}\
            """));
        User shopper = shop.user();
        String claims = "/api/coupons/" + template + "/claims";
        // If the first answer was lost, the next one names the coupon, too.
        await().until(() -> !CouponShop.couponId(shop.post(claims, shopper)).isEmpty());
        await().until(() -> shop.get("/api/coupons/mine", shopper).text().contains(template));
    }

    /** Sends dead letters to their first topic again; order-service also does so for topics of other services. */
    @Test
    void shouldBeEnoughToPutAsideAndToReplay() {
        Shop shop = system.shop;
        TOPICS.forEach(topic -> system.queue.send(topic, "4", ("not for " + topic).getBytes(StandardCharsets.UTF_8)));
        for (String topic : TOPICS) {
            String letters = "/api/admin/dead-letters?topic=" + topic + ".dead-letter";
            await().until(() -> shop.get(letters, shop.admin()).text().contains("not for " + topic));
            JsonNode letter = shop.get(letters, shop.admin()).body().at("/items/0");
            String place = letter.path("partition").asString() + "/"
                    + letter.path("offset").asString();
            Answer replayed =
                    shop.post("/api/admin/dead-letters/" + topic + ".dead-letter/" + place + "/replay", shop.admin());
            assertThat(replayed.status()).as(replayed.text()).isEqualTo(200);
        }
    }

    private static JdbcClient sql(String schema, String user) {
        return JdbcClient.create(new DriverManagerDataSource(url(system.stack, schema), user, PASSWORD));
    }

    @Test
    void shouldOpenNothingOfAnotherServiceInMySql() {
        List<String> own = List.of("flashsale_stock", "flashsale_order", "flashsale_coupon");
        for (String user : own) {
            assertThat(count(sql(user, user), "admin_change")).isNotNegative();
            for (String other : own) {
                if (!other.equals(user)) {
                    assertDenied(user, user, "SELECT COUNT(*) FROM " + other + ".admin_change");
                }
            }
        }
    }

    private static long count(JdbcClient sql, String table) {
        return sql.sql("SELECT COUNT(*) FROM " + table).query(Long.class).single();
    }

    private static void assertDenied(String schema, String user, String statement) {
        assertThatThrownBy(() -> {
                    var prepared = sql(schema, user).sql(statement);
                    if (statement.startsWith("SELECT")) {
                        prepared.query().listOfRows();
                    } else {
                        prepared.update();
                    }
                })
                .as(statement)
                .rootCause()
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("denied");
    }

    @Test
    void shouldLetTheAuditorReadWhatItChecksAndNoMore() {
        Map<String, String> read = Map.of(
                "flashsale_stock", "sale stock stock_flow stock_move family_unit entry reservation_backlog",
                "flashsale_order",
                        "orders order_under_review order_coupon outbox charge refund"
                                + " mock_provider_charge mock_provider_refund",
                "flashsale_coupon", "coupon_template coupon coupon_flow reservation_backlog");
        read.forEach((schema, names) -> {
            JdbcClient auditor = sql(schema, "flashsale_auditor");
            List<String> tables = List.of(names.split(" "));
            assertThat(auditor.sql("SHOW TABLES").query(String.class).list())
                    .containsExactlyInAnyOrderElementsOf(tables);
            tables.forEach(table -> assertThat(count(auditor, table)).as(table).isNotNegative());
            assertDenied(schema, "flashsale_auditor", "DELETE FROM " + tables.getFirst());
            assertDenied(schema, "flashsale_auditor", "DROP TABLE " + tables.getFirst());
            assertDenied(schema, "flashsale_auditor", "CREATE TABLE mine (id INT)");
            assertDenied(schema, "flashsale_auditor", "SELECT COUNT(*) FROM admin_change");
        });
        assertDenied("flashsale_order", "flashsale_auditor", "SELECT password_hash FROM account");
    }

    @Test
    void shouldLetEachTouchItsOwnKeysInRedis() {
        Map<String, String> foreign = Map.of(
                "stock", "{s1}:coupon:1",
                "order", "{s1}:sale:1",
                "coupon", "{s1}:sale:1",
                "gateway", "{s1}:coupon:1",
                "auditor", "placement:1");
        foreign.forEach(
                (user, key) -> assertRefused(user, "GET " + key, "FLUSHALL", "KEYS *", "CONFIG GET *", "ACL LIST"));
        // The gateway may write the results of followed clicks, and nothing else.
        assertThat(redis(system.stack, "gateway", PASSWORD, "RPUSH journey:1 x"))
                .isEqualTo(":1");
        assertThat(redis(system.stack, "gateway", PASSWORD, "PEXPIRE journey:1 1000"))
                .isEqualTo(":1");
        assertRefused("gateway", "RPUSH {s1}:sale:1:late 7", "PEXPIRE {s1}:sale:1 1", "LRANGE journey:1 0 -1");
        for (String reader : List.of("gateway", "auditor")) {
            assertRefused(reader, "DEL {s1}:sale:1", "SCRIPT FLUSH", "FUNCTION LOAD x", "FUNCTION FLUSH");
        }
    }

    /** As in docs/kubernetes.md. */
    @Test
    void shouldLetTheExportersReadFiguresAndNothingElse() {
        assertThat(sql("information_schema", "flashsale_exporter")
                        .sql("SHOW GLOBAL STATUS")
                        .query()
                        .listOfRows())
                .isNotEmpty();
        assertDenied("information_schema", "flashsale_exporter", "SELECT COUNT(*) FROM flashsale_order.orders");
        assertDenied("information_schema", "flashsale_exporter", "CREATE DATABASE mine");

        for (String allowed : List.of("INFO", "SLOWLOG LEN", "LATENCY LATEST", "CLIENT SETNAME exporter")) {
            assertThat(redis(system.stack, "exporter", PASSWORD, allowed))
                    .as(allowed)
                    .doesNotStartWith("-");
        }
        assertRefused("exporter", "GET {s1}:sale:1", "CONFIG GET *", "KEYS *", "CLIENT LIST", "ACL LIST", "EVAL 0 0");

        int before = refusals().size();
        try (KafkaUsers kafka = new KafkaUsers(system.stack.kafka().bootstrapServersForUsers(), "exporter", PASSWORD)) {
            assertThat(kafka.mayLookAt("order-placement")).isTrue();
            assertThat(kafka.mayRead("reservations")).isFalse();
            assertThat(kafka.mayWrite("reservations")).isFalse();
            assertThat(kafka.mayDelete("reservations")).isFalse();
            assertThat(kafka.mayChangeTheRules()).isFalse();
        }
        provoked += refusals().size() - before;
    }

    private static void assertRefused(String user, String... commands) {
        assertThat(commands)
                .allSatisfy(command -> assertThat(redis(system.stack, user, PASSWORD, command))
                        .as("%s: %s", user, command)
                        .startsWith("-NOPERM"));
    }

    @Test
    void shouldLetEachWriteItsOwnTopicsInKafkaAndReadWhatIsForIt() {
        Map<String, Set<String>> written = Map.of(
                "stock", Set.of("reservations", "shopper-messages"),
                "order", Set.of("reservations", "order-events", "coupon-settlements", "claims", "shopper-messages"),
                "coupon", Set.of("claims"),
                "auditor", Set.of());
        Map<String, Set<String>> read = Map.of(
                "stock", Set.of("order-events"),
                "order", Set.of("reservations", "shopper-messages"),
                "coupon", Set.of("claims", "coupon-settlements"),
                "auditor", Set.of());
        system.queue.send(TOPICS.stream()
                .map(topic -> new ProducerRecord<>(topic, 0, "4", "no message".getBytes(StandardCharsets.UTF_8)))
                .toList());
        int before = refusals().size();
        for (String user : written.keySet()) {
            try (KafkaUsers kafka = new KafkaUsers(system.stack.kafka().bootstrapServersForUsers(), user, PASSWORD)) {
                for (String topic : TOPICS) {
                    assertThat(kafka.mayWrite(topic))
                            .as("%s writes %s", user, topic)
                            .isEqualTo(written.getOrDefault(user, Set.of()).contains(topic));
                    assertThat(kafka.mayRead(topic))
                            .as("%s reads %s", user, topic)
                            .isEqualTo(read.getOrDefault(user, Set.of()).contains(topic));
                    assertThat(kafka.mayDelete(topic))
                            .as("%s deletes %s", user, topic)
                            .isFalse();
                }
                assertThat(kafka.mayWrite("anything-else")).as(user).isFalse();
                assertThat(kafka.mayChangeTheRules()).as(user).isFalse();
            }
        }
        provoked += refusals().size() - before;
    }

    @Test
    void shouldLetNobodyIntoKafkaWithAnotherPassword() {
        try (KafkaUsers stranger =
                new KafkaUsers(system.stack.kafka().bootstrapServersForUsers(), "order", "guessed")) {
            assertThat(stranger.mayRead("reservations")).isFalse();
        }
    }
}
