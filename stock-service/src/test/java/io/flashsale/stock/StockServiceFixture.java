package io.flashsale.stock;

import static org.awaitility.Awaitility.await;

import io.flashsale.admission.StockGates;
import io.flashsale.admission.redis.StockGateKeys;
import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.testing.ServiceOverHttp;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.stock.ledger.LedgerService;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * The whole service on real servers, called over HTTP; one for all ITs of this module. Waits as long as a slow
 * machine needs.
 */
@SpringBootTest(
        classes = StockServiceApplication.class, // also for ITs in the packages of libraries
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "flashsale.reconciliation.interval=1h",
            "flashsale.entry.secret=a-secret-of-tests",
            "flashsale.entry.turn=30m", // longer than any test needs
            "flashsale.entry.risk.accounts-of-network=3",
            "flashsale.entry.risk.unpaid-limit=20", // all these tests share a few shoppers
            "flashsale.admission.ack-timeout=60s",
            "spring.data.redis.timeout=60s",
            "spring.data.redis.connect-timeout=60s",
            "spring.datasource.hikari.connection-timeout=60000",
            "spring.datasource.hikari.data-source-properties.socketTimeout=600000",
            "spring.datasource.hikari.data-source-properties.sessionVariables=innodb_lock_wait_timeout=3600",
            "spring.kafka.consumer.heartbeat-interval=200ms", // so that a rebalance begins soon
            "spring.kafka.producer.properties.max.block.ms=60000",
            "spring.kafka.producer.properties.request.timeout.ms=60000",
            "spring.kafka.producer.properties.delivery.timeout.ms=120000",
            "spring.kafka.admin.operation-timeout=60s",
            "spring.kafka.admin.properties.request.timeout.ms=60000",
            "spring.kafka.admin.properties.default.api.timeout.ms=60000"
        })
public abstract class StockServiceFixture extends ServiceOverHttp {

    /** Ends a test that hangs; longer than any test takes on a slow machine. */
    protected static final Duration HANG_GUARD = Duration.ofMinutes(10);

    /**
     * A Kafka of this module's own, because topics and groups have fixed names. Its folder is new in each run:
     * otherwise the queue of an earlier run would be placed into this run's database. It ends after this JVM: the
     * service stops before it.
     */
    private static final DevStack OWN = DevStack.in(
                    Path.of("target/stack-" + ProcessHandle.current().pid()))
            .kafka()
            .start();

    static {
        Awaitility.setDefaultTimeout(HANG_GUARD);
    }

    @Autowired
    protected StockGates gates;

    @Autowired
    protected KafkaTemplate<String, byte[]> kafka;

    @Autowired
    protected MeterRegistry meters;

    @Autowired
    protected LedgerService ledger;

    @Autowired
    protected RedissonClient redis;

    @Autowired
    protected StockTables database;

    @Autowired
    protected PlacementDouble placement;

    @Autowired
    @Qualifier("warmingUp")
    protected RepeatedTask warmUps;

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        SqlDatabase database = DevStack.shared().database().freshSchema("stock");
        properties.add("spring.datasource.url", database::jdbcUrl);
        properties.add("spring.datasource.username", database::user);
        properties.add("spring.datasource.password", database::password);
        RedisDatabase redis = DevStack.shared().redis().freshDatabase();
        properties.add("spring.data.redis.host", redis::host);
        properties.add("spring.data.redis.port", redis::port);
        properties.add("spring.data.redis.database", redis::index);
        properties.add("spring.kafka.bootstrap-servers", StockServiceFixture::kafka);
    }

    protected static String kafka() {
        return OWN.kafka().bootstrapServers();
    }

    /** Runs the next round of a task now, instead of within a second. */
    protected static boolean next(RepeatedTask task) {
        task.wake();
        return false;
    }

    protected Answer reserve(long sale, long user) {
        return call("POST", "/api/sales/" + sale + "/reservations", shopper(user), "");
    }

    /** Asks for a unit for each of these shoppers with one call, as the gateway does. */
    protected Answer admit(List<AdmissionCall.Line> group) {
        return call("POST", AdmissionCall.PATH, gateway(), json.writeValueAsString(new AdmissionCall(group, null)));
    }

    /** Changes the sale, as an administrator, to have these members. */
    protected Answer change(long sale, String members) {
        return call("PATCH", "/api/admin/sales/" + sale, admin(), "{" + members + "}");
    }

    protected Answer addStock(long sale, int units) {
        return addStock(sale, Integer.toString(units));
    }

    protected Answer addStock(long sale, String units, String... headers) {
        return call("POST", "/api/admin/sales/" + sale + "/stock", admin(), "{\"add\": " + units + "}", headers);
    }

    /** Reserves a unit, as soon as the sale's gate is there, and returns the id of the order. */
    protected long reserved(long sale, long user) {
        return orderOf(await().pollDelay(Duration.ZERO)
                .until(() -> reserve(sale, user), answer -> !answer.problem().equals("sale-warming-up")));
    }

    protected static long orderOf(Answer accepted) {
        if (accepted.status() != 202) {
            throw new AssertionError("not accepted: " + accepted.raw().body());
        }
        return Long.parseLong(accepted.body().path("orderId").asString());
    }

    /** Asks for a sale with so many units and these further members. */
    protected Answer create(long units, String more) {
        return call("POST", "/api/admin/sales", admin(), """
                {"title": "A sale", "priceCents": 100, "listPriceCents": 200, "initialStock": %d%s}
                """.formatted(units, more));
    }

    protected long openSale(long units) {
        return withOpenGates(create(units, ""));
    }

    /** The id of the created sale, once its gates are open. */
    protected long withOpenGates(Answer created) {
        long sale = idOf(created);
        await().pollDelay(Duration.ZERO).until(() -> allGatesAreOpen(sale) || next(warmUps));
        return sale;
    }

    private boolean allGatesAreOpen(long sale) {
        return gates.bucketStates(List.of(sale)).getOrDefault(sale, List.of(Optional.empty())).stream()
                .allMatch(gate -> gate.filter(state -> !state.rebuilding()).isPresent());
    }

    /** Waits until the sale has a gate, which it lost. */
    protected void awaitGate(long sale) {
        await().until(() -> gates.state(sale).isPresent() || next(warmUps));
    }

    protected static long idOf(Answer created) {
        if (created.status() != 201) {
            throw new AssertionError("not created: " + created.raw().body());
        }
        return Long.parseLong(created.body().path("id").asString());
    }

    /** What Redis has of the gate. */
    protected RMap<String, String> gate(long gate) {
        return redis.getMap(new StockGateKeys(CampaignKind.SALE).gate(gate), StringCodec.INSTANCE);
    }
}
