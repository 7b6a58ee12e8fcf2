package io.flashsale.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.accounts.PatientHashing;
import io.flashsale.accounts.token.JwtIssuer;
import io.flashsale.accounts.token.OwnTokens;
import io.flashsale.commons.testing.CallsOverHttp;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.order.closing.PaidOrders;
import io.flashsale.order.deadletter.PatientDeadLetters;
import io.flashsale.order.provider.NotificationSignature;
import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.order.provider.StubPaymentProvider;
import io.flashsale.order.webpush.StubPushService;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

/** Runs the whole service on its own real servers, over HTTP and Kafka; shared by all ITs of this module. */
@SpringBootTest(
        classes = OrderServiceApplication.class, // also for ITs in the packages of libraries
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = "management.server.port=0")
@Import({StubPaymentProvider.Instead.class, PatientHashing.class, PatientDeadLetters.class, ExecutedStatements.class})
public abstract class OrderServiceFixture extends CallsOverHttp {

    /**
     * Own servers, because some tests stop them and Kafka's topics have fixed names. A new folder per run, because
     * a queue of an earlier run would be placed into this run's database.
     */
    protected static final DevStack STACK = DevStack.in(
                    Path.of("target/stack-" + ProcessHandle.current().pid()))
            .mariaDb()
            .redis()
            .kafka()
            .start();

    protected static final StubStockService STOCK = new StubStockService();

    protected static final StubCouponService COUPONS = new StubCouponService();

    protected static final StubPushService PUSH = new StubPushService();

    protected static final long LOST_PRICE_CENTS = 1_500;

    protected static final String PAYMENT_SECRET = "the-secret-of-the-integration-tests";

    protected static final NotificationSignature SIGNATURE =
            new NotificationSignature(PAYMENT_SECRET, Clock.systemUTC());

    private static final SqlDatabase DATABASE = STACK.database().freshSchema("order");
    private static final ReleaseRecorder RELEASES =
            new ReleaseRecorder(STACK.kafka().bootstrapServers());

    /** Cached, because signing takes longer than most calls that need a token. */
    private static final Map<Long, String> TOKENS = new ConcurrentHashMap<>();

    private static final AtomicLong IDS = new AtomicLong(System.currentTimeMillis() << 6);

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(STACK::close));
        Awaitility.setDefaultTimeout(Duration.ofMinutes(2)); // for slow machines; only ends a hanging test
    }

    @Autowired
    protected JdbcClient jdbc;

    @Autowired
    protected KafkaTemplate<String, byte[]> kafka;

    @Autowired
    protected StubPaymentProvider provider;

    @Autowired
    protected PaidOrders paid;

    @Autowired
    private JwtIssuer tokens;

    @Autowired
    private KafkaListenerEndpointRegistry listeners;

    private static Map<String, Object> settings() {
        return Map.ofEntries(
                // Without the setting that makes placement fast, because the service sets it by itself.
                Map.entry("spring.datasource.url", DATABASE.jdbcUrl().replace("&rewriteBatchedStatements=true", "")),
                Map.entry("spring.datasource.username", DATABASE.user()),
                Map.entry("spring.datasource.password", DATABASE.password()),
                Map.entry("spring.data.redis.host", STACK.redis().host()),
                Map.entry("spring.data.redis.port", STACK.redis().port()),
                Map.entry("spring.kafka.bootstrap-servers", STACK.kafka().bootstrapServers()),
                Map.entry("flashsale.services.stock-url", STOCK.url()),
                Map.entry("flashsale.services.coupon-url", COUPONS.url()),
                Map.entry(
                        "flashsale.jwt.key-file", Path.of("target/test-key.pem").toString()),
                Map.entry("flashsale.jwt.create-key-file", "true"),
                Map.entry("flashsale.shop.currency", "EUR"),
                Map.entry("flashsale.payment.provider", "mock"), // its pages; the provider itself is a stub
                Map.entry("flashsale.payment.signing-secret", PAYMENT_SECRET),
                Map.entry("flashsale.missed-charges.interval", "1s"),
                Map.entry("flashsale.accounts.bcrypt-strength", "4"),
                Map.entry("flashsale.accounts.simulated-shoppers", "true"),
                Map.entry("flashsale.closing.scan-interval", "100ms"),
                Map.entry("flashsale.refunds.first-pause", "100ms"),
                Map.entry(
                        "flashsale.push.key-file",
                        Path.of("target/test-push-key.pem").toString()),
                Map.entry("flashsale.push.create-key-file", "true"),
                Map.entry("flashsale.push.contact", "mailto:operator@shop.example"),
                Map.entry("flashsale.push.services", PUSH.url()),
                Map.entry("flashsale.push.first-pause", "20ms"),
                Map.entry("flashsale.refunds.max-attempts", "4"),
                Map.entry("flashsale.tracing.sampling", "1"),
                // A slow machine is no fault. Tests about silence use a server that never answers.
                Map.entry("flashsale.services.stock-answer-timeout", "5m"),
                Map.entry("flashsale.services.coupon-answer-timeout", "5m"),
                Map.entry("flashsale.payment.answer-timeout", "5m"),
                Map.entry("flashsale.refunds.lease", "10m"),
                Map.entry("flashsale.missed-charges.age", "4m"),
                Map.entry("flashsale.accounts.guesses.first-wait", "1h"),
                Map.entry("flashsale.accounts.guesses.max-wait", "1h"),
                Map.entry("flashsale.accounts.log-ins.again", "1h"),
                Map.entry("spring.datasource.hikari.connection-timeout", "60000"),
                Map.entry("spring.datasource.hikari.data-source-properties.socketTimeout", "120000"),
                Map.entry("spring.kafka.producer.properties.max.block.ms", "60000"),
                Map.entry("spring.kafka.producer.properties.request.timeout.ms", "30000"),
                Map.entry("spring.kafka.producer.properties.delivery.timeout.ms", "120000"),
                Map.entry("spring.kafka.consumer.properties.session.timeout.ms", "60000"),
                Map.entry("spring.kafka.admin.operation-timeout", "60s"),
                Map.entry("logging.level.org.apache.kafka", "error"),
                Map.entry("logging.structured.format.console", ""));
    }

    /** Starts another instance of the service, with these settings besides the usual ones. */
    protected static ConfigurableApplicationContext startInstance(Map<String, String> more) {
        Map<String, Object> all = new HashMap<>(settings());
        all.putAll(more);
        all.put("server.port", "0");
        all.put("management.server.port", "0");
        return new SpringApplicationBuilder(OrderServiceApplication.class)
                .run(all.entrySet().stream()
                        .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                        .toArray(String[]::new));
    }

    protected static int portOf(ConfigurableApplicationContext instance) {
        return Integer.parseInt(Objects.requireNonNull(instance.getEnvironment().getProperty("local.server.port")));
    }

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry properties) {
        settings().forEach((name, value) -> properties.add(name, () -> value));
    }

    @BeforeEach
    void consumersRun() {
        await().until(() -> listeners.getListenerContainers().stream().allMatch(MessageListenerContainer::isRunning));
    }

    @AfterEach
    void resetStubs() {
        STOCK.reset();
        COUPONS.reset();
        provider.reset();
    }

    protected static long newId() {
        return IDS.incrementAndGet();
    }

    /** A new sale with this many units in the ledger. */
    protected static long newSale(int units) {
        long sale = newId();
        STOCK.stock(sale, units);
        return sale;
    }

    protected static String newName() {
        return "u" + Long.toString(newId(), 36);
    }

    // ---- messages

    protected static StockReserved reservation(long order, long sale, long user) {
        return reservation(order, sale, user, StubStockService.PRICE_CENTS, "test-correlation");
    }

    protected static StockReserved reservation(
            long order, long sale, long user, long priceCents, String correlationId) {
        SaleTerms terms = new SaleTerms("A lamp", "/images/lamp.svg", priceCents);
        return new StockReserved(order, sale, user, terms, Instant.now(), correlationId, null);
    }

    /** A reservation at a price that the sale never had, as far as the ledger knows. */
    protected static StockReserved atALostPrice(long order, long sale, long user) {
        return reservation(order, sale, user, LOST_PRICE_CENTS, "test-correlation");
    }

    protected byte[] bytes(StockReserved reservation) {
        return bytes(List.of(reservation));
    }

    /** Encodes one message with these reservations of one sale. */
    protected byte[] bytes(List<StockReserved> reservations) {
        StockReserved first = reservations.getFirst();
        return json.writeValueAsBytes(new StockReservedGroup(
                first.saleId(),
                first.terms(),
                first.reservedAt(),
                reservations.stream()
                        .map(one -> new StockReservedGroup.Line(
                                one.orderId(), one.userId(), one.correlationId(), one.entryNumber()))
                        .toList(),
                null));
    }

    protected void send(StockReserved reservation) {
        send(reservation.saleId(), bytes(reservation));
    }

    protected void send(long sale, byte[] message) {
        kafka.send(StockReserved.TOPIC, Long.toString(sale), message);
    }

    /** All messages that were ever sent to the topic. */
    protected static List<ConsumerRecord<String, byte[]>> messages(String topic) {
        try (KafkaConsumer<String, byte[]> consumer =
                ReleaseRecorder.consumer(STACK.kafka().bootstrapServers())) {
            List<TopicPartition> partitions = ReleaseRecorder.partitionsOf(consumer, topic);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            List<ConsumerRecord<String, byte[]>> all = new ArrayList<>();
            await().until(() -> {
                consumer.poll(Duration.ofSeconds(1)).forEach(all::add);
                return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
            });
            return all;
        }
    }

    /** Sends the reservation, and returns when its order is placed. */
    protected void place(StockReserved reservation) {
        send(reservation);
        awaitStatus(reservation.orderId(), "AWAITING_PAYMENT");
    }

    /** Places an order of this shopper in a new sale. Returns the order's id. */
    protected long placedFor(long user) {
        StockReserved reservation = reservation(newId(), newSale(1), user);
        place(reservation);
        return reservation.orderId();
    }

    /** Places orders of new shoppers in a sale with enough stock. Returns order → shopper. */
    protected Map<Long, Long> placed(int orders) {
        long sale = newSale(orders);
        Map<Long, Long> buyers = new LinkedHashMap<>();
        for (int i = 0; i < orders; i++) {
            buyers.put(newId(), newId());
        }
        buyers.forEach((order, user) -> send(reservation(order, sale, user)));
        kafka.flush();
        awaitStatus(buyers.keySet(), "AWAITING_PAYMENT");
        return buyers;
    }

    /** Places one order; see {@link #placed(int)}. */
    protected Map.Entry<Long, Long> placed() {
        return placed(1).entrySet().iterator().next();
    }

    /** Moves the deadline into the past, so far that the looks for missed charges have reached it. */
    protected void passDeadline(long order) {
        update("UPDATE orders SET pay_deadline = UTC_TIMESTAMP(3) - INTERVAL 1 HOUR WHERE id = ?", order);
    }

    /** Enters charges into the provider's records, made when the next look for missed charges reads on: 4 minutes ago. */
    protected void enterLate(Runnable charges) {
        provider.closeRecords();
        await().until(() -> paid.known().until().equals(Instant.EPOCH));
        charges.run();
        provider.openRecords();
    }

    // ---- outcomes

    protected void update(String sql, Object... parameters) {
        jdbc.sql(sql).params(parameters).update();
    }

    protected long number(String sql, Object... parameters) {
        return jdbc.sql(sql).params(parameters).query(Long.class).single();
    }

    protected List<Long> numbers(String sql, Object... parameters) {
        return jdbc.sql(sql)
                .params(parameters)
                .query((row, _) -> row.getLong(1))
                .list();
    }

    protected Map<Long, String> statuses(Collection<Long> orders) {
        return jdbc
                .sql("SELECT id, status FROM orders WHERE id IN (:ids)")
                .param("ids", orders)
                .query((row, n) -> Map.entry(row.getLong("id"), row.getString("status")))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    protected String statusOf(long order) {
        return statuses(List.of(order)).getOrDefault(order, "none");
    }

    protected void awaitStatus(long order, String status) {
        awaitStatus(List.of(order), status);
    }

    protected void awaitStatus(Collection<Long> orders, String status) {
        Map<Long, String> all = orders.stream().collect(Collectors.toMap(Function.identity(), id -> status));
        await().ignoreExceptionsInstanceOf(DataAccessException.class) // back, but its pooled connections are not
                .until(() -> statuses(orders), all::equals);
    }

    /** Returns the reasons of each order's releases, one per release. */
    protected Map<Long, List<OrderReleased.Reason>> releases(Collection<Long> orders) {
        return RELEASES.of(orders);
    }

    /** The same, once the outbox is empty. */
    protected Map<Long, List<OrderReleased.Reason>> finalReleases(Collection<Long> orders) {
        awaitOutboxEmpty();
        return releases(orders);
    }

    protected void awaitOutboxEmpty() {
        await().until(() -> number("SELECT COUNT(*) FROM outbox") == 0);
        RELEASES.awaitEverythingRecorded();
    }

    // ---- calls

    protected static void assertStatus(Answer answer, int status) {
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(status);
    }

    protected static void assertProblem(Answer answer, String problem) {
        assertThat(answer.problem()).as(answer.raw().body()).isEqualTo(problem);
    }

    protected static void assertProblem(Answer answer, int status, String problem) {
        assertStatus(answer, status);
        assertProblem(answer, problem);
    }

    /** The values of these fields; a number is its digits. */
    protected static List<String> texts(JsonNode node, String... fields) {
        return Stream.of(fields).map(field -> node.path(field).asString()).toList();
    }

    protected String token(long user) {
        return TOKENS.computeIfAbsent(
                user, id -> tokens.forAccount(id, "tester", "SHOPPER").value());
    }

    protected String gatewayToken() {
        return OwnTokens.ofGateway(tokens);
    }

    protected String adminToken() {
        return tokens.forAccount(1, "tester", "ADMIN").value();
    }

    protected Answer signUp(String username, String password) {
        return call("POST", "/api/accounts", "", credentials(username, password));
    }

    protected Answer logIn(String username, String password, String... headers) {
        return call("POST", "/api/login", "", credentials(username, password), headers);
    }

    private String credentials(String username, String password) {
        return json.writeValueAsString(Map.of("username", username, "password", password));
    }

    protected Answer pay(Map.Entry<Long, Long> order) {
        return pay(order.getKey(), order.getValue());
    }

    protected Answer cancel(Map.Entry<Long, Long> order) {
        return cancel(order.getKey(), order.getValue());
    }

    protected Answer pay(long order, long user) {
        return call("POST", "/api/orders/" + order + "/payment", token(user), null);
    }

    protected Answer cancel(long order, long user) {
        return call("POST", "/api/orders/" + order + "/cancellation", token(user), null);
    }

    /** Has the provider notify the service of a charge. */
    protected Answer notified(PaymentNotification notification) {
        return notified(json.writeValueAsString(notification));
    }

    protected Answer notified(String body) {
        String signed = SIGNATURE.sign(body.getBytes(StandardCharsets.UTF_8));
        return call("POST", "/api/payments/notifications", "", body, NotificationSignature.HEADER, signed);
    }

    protected Answer get(String path, long user) {
        return call("GET", path, token(user), null);
    }

    protected Answer asAdmin(String method, String path) {
        return call(method, path, adminToken(), null);
    }

    /** The items of a list that administrators may read. */
    protected Stream<JsonNode> items(String path) {
        return asAdmin("GET", path).body().path("items").valueStream();
    }
}
