package io.flashsale.coupon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.flashsale.admission.StockGates;
import io.flashsale.commons.testing.LocalHttpServer;
import io.flashsale.commons.testing.ServiceOverHttp;
import io.flashsale.commons.testing.WrittenDeadLetters;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Runs the whole service on real servers, over HTTP; shared by all ITs of this module. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "flashsale.reconciliation.interval=1h",
            // Longer than any machine takes, because no server fails in these tests.
            "spring.data.redis.timeout=2m",
            "spring.data.redis.connect-timeout=2m",
            "spring.datasource.hikari.connection-timeout=120000",
            "spring.datasource.hikari.data-source-properties.socketTimeout=600000",
            "flashsale.admission.ack-timeout=60s",
            "spring.kafka.producer.properties.max.block.ms=60000",
            "spring.kafka.producer.properties.request.timeout.ms=60000",
            "spring.kafka.producer.properties.delivery.timeout.ms=120000",
            "spring.kafka.consumer.properties.session.timeout.ms=60000",
            "spring.kafka.admin.operation-timeout=60s",
            "spring.kafka.admin.properties.request.timeout.ms=60000",
            "spring.kafka.admin.properties.default.api.timeout.ms=60000"
        })
@Import(MovableClock.Instead.class)
public abstract class CouponServiceFixture extends ServiceOverHttp {

    protected static final Duration SOON = Duration.ofMinutes(2);

    /** Fields of a template: what most tests are content with, and a claim window in the past. */
    static final String FIVE_OFF = "\"amountCents\": 500";

    static final String ENDED =
            FIVE_OFF + ", \"opensAt\": \"2020-01-01T00:00:00Z\", \"closesAt\": \"2020-01-02T00:00:00Z\"";

    /**
     * A Kafka of this module's own, because topics and groups have fixed names; a new folder per run, because queues
     * may hold earlier messages.
     */
    private static final DevStack OWN = DevStack.in(
                    Path.of("target/stack-" + ProcessHandle.current().pid()))
            .kafka()
            .start();

    /** Replaces stock-service: the product of each sale. */
    protected static final Map<Long, Long> PRODUCT_OF_SALE = new ConcurrentHashMap<>();

    /** The sales that stock-service was asked for, once for each call. */
    protected static final Queue<Long> ASKED_SALES = new ConcurrentLinkedQueue<>();

    private static final HttpServer STOCK_SERVICE = stockService();
    private static final AtomicLong IDS = new AtomicLong(System.currentTimeMillis());

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(OWN::close));
    }

    @Autowired
    protected JdbcClient jdbc;

    @Autowired
    protected MovableClock clock;

    @Autowired
    protected StockGates gates;

    @Autowired
    RedissonClient redis;

    @Autowired
    private KafkaTemplate<String, byte[]> kafka;

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        SqlDatabase database = DevStack.shared().database().freshSchema("coupon");
        properties.add("spring.datasource.url", database::jdbcUrl);
        properties.add("spring.datasource.username", database::user);
        properties.add("spring.datasource.password", database::password);
        RedisDatabase redis = DevStack.shared().redis().freshDatabase();
        properties.add("spring.data.redis.host", redis::host);
        properties.add("spring.data.redis.port", redis::port);
        properties.add("spring.data.redis.database", redis::index);
        properties.add("spring.kafka.bootstrap-servers", OWN.kafka()::bootstrapServers);
        properties.add("flashsale.services.stock-url", () -> LocalHttpServer.url(STOCK_SERVICE));
    }

    private static HttpServer stockService() {
        HttpServer server = LocalHttpServer.started();
        server.createContext("/api/sales/", exchange -> {
            try (exchange) {
                String path = exchange.getRequestURI().getPath();
                long sale = Long.parseLong(path.substring("/api/sales/".length()));
                ASKED_SALES.add(sale);
                Long product = PRODUCT_OF_SALE.get(sale);
                boolean unknown = product == null;
                String body = unknown
                        ? "{\"type\":\"/problems/sale-not-found\",\"status\":404}"
                        : "{\"product\":{\"id\":\"" + product + "\",\"name\":\"x\"}}";
                exchange.getResponseHeaders().set("Content-Type", "application/" + (unknown ? "problem+json" : "json"));
                exchange.sendResponseHeaders(unknown ? 404 : 200, body.length());
                exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
            }
        });
        return server;
    }

    @AfterEach
    void clockIsRightAgain() {
        clock.back();
    }

    protected static long newId() {
        return IDS.incrementAndGet();
    }

    /**
     * Creates a template that can be claimed for a day from now; the fields are JSON, such as
     * {@code "percent": 10}. Returns once its gate is open; one that has ended needs none.
     */
    protected long template(long quantity, String fields) {
        Answer created = call("POST", "/api/admin/coupons", admin(), """
                {"title": "A coupon", "quantity": %d, %s}
                """.formatted(quantity, fields));
        assertThat(created.status()).as(created.raw().body()).isEqualTo(201);
        long id = Long.parseLong(created.body().path("id").asString());
        if (!created.body().path("state").asString().equals("ENDED")) {
            await().atMost(SOON)
                    .pollDelay(Duration.ZERO)
                    .until(() ->
                            gates.state(id).filter(gate -> !gate.rebuilding()).isPresent());
        }
        return id;
    }

    void send(String topic, long key, byte[] message) {
        kafka.send(topic, Long.toString(key), message).join();
    }

    static List<WrittenDeadLetters.Letter> deadLetters(String topic) {
        return WrittenDeadLetters.in(topic, OWN.kafka().bootstrapServers());
    }

    protected Answer claim(long template, long user) {
        return call("POST", "/api/coupons/" + template + "/claims", shopper(user), "");
    }

    /** Claims a coupon and waits until the shopper has it. */
    protected long claimed(long template, long user) {
        Answer claim = claim(template, user);
        assertThat(claim.status()).as(claim.raw().body()).isEqualTo(202);
        long coupon = Long.parseLong(claim.body().path("couponId").asString());
        await().atMost(SOON).until(() -> number("SELECT COUNT(*) FROM coupon WHERE id = " + coupon) == 1);
        return coupon;
    }

    protected long number(String query) {
        return jdbc.sql(query).query(Long.class).single();
    }

    /** The coupons of the template that have rows. */
    protected long issued(long template) {
        return number("SELECT COUNT(*) FROM coupon WHERE template_id = " + template);
    }

    /** This part of the template's gate in Redis. */
    RMap<String, String> gate(long template, String part) {
        return redis.getMap("{s" + template % 16 + "}:coupon:" + template + part, StringCodec.INSTANCE);
    }

    protected long claimedOf(long template) {
        return number("SELECT claimed FROM coupon_template WHERE id = " + template);
    }
}
