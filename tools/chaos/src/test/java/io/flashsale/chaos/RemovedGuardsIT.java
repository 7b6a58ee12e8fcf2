package io.flashsale.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.chaos.nemesis.FaultPlan;
import io.flashsale.chaos.nemesis.PlannedFault;
import io.flashsale.chaos.nemesis.ProviderConduct;
import io.flashsale.chaos.shopper.RoundWorkload;
import io.flashsale.chaos.system.Targets;
import io.flashsale.chaos.system.TestedSystem;
import io.flashsale.chaos.system.Topology;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.devstack.server.sql.SqlServer;
import io.flashsale.devstack.system.FlashSaleSystemBuilder;
import io.flashsale.devstack.system.Lines;
import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.devstack.system.ServiceName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tester is seen to fail: the real services run with one guard removed or switched off.
 *
 * <p>An edited script is on the boot class path of the service's JVM, which comes before the jars. An agent loads a
 * class that was compiled from an edited source. A key is dropped from its table. The product itself has no code for
 * this.
 */
@Tag("weekly")
class RemovedGuardsIT {

    private static final Path LIBRARIES =
            Path.of("target/removed-guards-" + ProcessHandle.current().pid()).toAbsolutePath();
    private static final Map<ServiceName, List<Path>> CLASS_PATHS = new EnumMap<>(ServiceName.class);

    private static final FaultPlan NO_FAULTS = new FaultPlan(List.of());
    private static final FaultPlan WITHOUT_KAFKA = killed(500, 4_000, Targets.KAFKA);
    private static final FaultPlan WITHOUT_KAFKA_AND_MYSQL = killed(500, 4_000, Targets.KAFKA, Targets.DATABASE);

    /** Longer than the producer of the outbox tries, and while orders pass their deadline. */
    private static final FaultPlan WITHOUT_KAFKA_FOR_LONG = killed(3_000, 20_000, Targets.KAFKA);

    /** Redis is wiped while nobody places the orders of those who were accepted. */
    private static final FaultPlan WIPED_BEFORE_ORDERS_ARE_PLACED = wipedWhilePaused("order-service");

    /** Redis is wiped while Kafka acknowledges nothing. */
    private static final FaultPlan WIPED_WHILE_KAFKA_IS_SILENT = wipedWhilePaused(Targets.KAFKA);

    /** Lets a cancellation, which has fewer statements, overtake a payment at the same time. */
    private static final FaultPlan WITH_SLOW_ORDERS = new FaultPlan(
            List.of(new PlannedFault(PlannedFault.Kind.DELAY, Lines.toDatabaseOf("order"), 0, 15_000, 30)));

    private static FaultPlan killed(long at, long length, String... servers) {
        return new FaultPlan(Stream.of(servers)
                .map(server -> new PlannedFault(PlannedFault.Kind.KILL, server, at, length, 0))
                .toList());
    }

    private static FaultPlan wipedWhilePaused(String process) {
        return new FaultPlan(List.of(
                new PlannedFault(PlannedFault.Kind.PAUSE, process, 500, 6_000, 0),
                new PlannedFault(PlannedFault.Kind.WIPE, Targets.REDIS, 3_000, 0, 0)));
    }

    private static final ProviderConduct DECLINES = new ProviderConduct(60, 0, 0, 0, 0, 0, 0);
    private static final ProviderConduct DOUBLES = new ProviderConduct(0, 0, 0, 60, 0, 0, 0);
    private static final ProviderConduct TAKES_WRONG_AMOUNTS = new ProviderConduct(0, 0, 0, 0, 60, 0, 0);
    private static final ProviderConduct TAKES_TWICE = new ProviderConduct(0, 0, 0, 0, 0, 60, 0);
    private static final ProviderConduct IS_IMPERSONATED = new ProviderConduct(0, 0, 0, 0, 0, 0, 60);

    enum Guard {
        /** A user who holds a unit gets another one. */
        ONE_FOR_EACH("accepted-and-rejected", NO_FAULTS, Product::removeOneForEach),
        /** There is always one more unit. */
        SOLD_OUT(
                "accepted-and-rejected",
                NO_FAULTS,
                product -> product.edit(
                        ServiceName.STOCK,
                        "reserve.lua",
                        script -> replace(
                                script, "elseif remaining <= 0 or isForOthers(user)", "elseif isForOthers(user)"))),
        /** Nobody gets the last units. */
        SOLD_OUT_ONLY_IF_NOTHING_IS_LEFT(
                "untrue-sold-out",
                NO_FAULTS,
                product -> product.edit(
                        ServiceName.STOCK,
                        "reserve.lua",
                        script -> replace(script, "elseif remaining <= 0 or", "elseif remaining <= 20 or"))),
        /** What neither Kafka nor MySQL accepted keeps its unit, and becomes no order. */
        OUTBOX("holder-without-order", WITHOUT_KAFKA_AND_MYSQL, product -> product.removeOutbox(ServiceName.STOCK)),
        /** The same for claims. */
        OUTBOX_OF_CLAIMS(
                "claim-without-coupon", WITHOUT_KAFKA_AND_MYSQL, product -> product.removeOutbox(ServiceName.COUPON)),
        /** What Kafka did not accept stays in the outbox and in MySQL. */
        RELAY(
                "order-lost",
                WITHOUT_KAFKA,
                product -> product.wiring().environment(ServiceName.STOCK, "FLASHSALE_ADMISSION_RELAYAFTER", "1h")),
        /** Only Redis knows what Kafka did not acknowledge. */
        ROW_BEFORE_THE_202(
                "order-lost",
                WIPED_WHILE_KAFKA_IS_SILENT,
                product -> product.edit(
                        ServiceName.STOCK,
                        "libs/admission",
                        "io/flashsale/admission/spring/JdbcSavedGroups",
                        "groups.forEach(this::insert);",
                        "")),
        /** A gate is rebuilt although units that it gave away are not in the ledger yet. */
        DRAIN(
                "accepted-and-rejected",
                WIPED_BEFORE_ORDERS_ARE_PLACED,
                product -> product.edit(
                        ServiceName.STOCK,
                        "libs/admission",
                        "io/flashsale/admission/outbox/Drain",
                        "long end = nanos.getAsLong() + timeout.toNanos();",
                        "if (timeout != null) { drained.accept(Set.copyOf(closed)); return true; } long end = 0;")),
        /** The ledger gives a shopper a second unit, should Redis ask for it. */
        LIMIT_OF_THE_LEDGER("two-for-one", NO_FAULTS, product -> {
            product.removeOneForEach();
            product.letNoOrderExpire();
            product.edit(
                    ServiceName.STOCK,
                    "stock-service",
                    "io/flashsale/stock/ledger/LedgerService",
                    "order.slot() > limit.units()",
                    "order.slot() > limit.units() + 9");
        }),
        /** Two orders of a shopper take the same slot. */
        KEY_OF_THE_SLOT("two-for-one", NO_FAULTS, product -> {
            product.letNoOrderExpire();
            product.sql("ALTER TABLE flashsale_order.orders DROP INDEX orders_one_active");
        }) {
            @Override
            void afterRound(TestedSystem system) {
                reserveOnceMore(system);
            }
        },
        /** A repeated message deducts a second unit. */
        DEDUCT_ONCE("flow-twice", NO_FAULTS, product -> {
            product.edit(
                    ServiceName.STOCK,
                    "stock-service",
                    "io/flashsale/stock/ledger/LedgerService",
                    "contains(flows, Type.DEDUCT)) {\n                outcome",
                    "false) {\n                outcome");
            product.sql("ALTER TABLE flashsale_stock.stock_flow DROP PRIMARY KEY");
        }) {
            @Override
            void afterRound(TestedSystem system) {
                Messages.sendAgain(system, Messages.all(system, StockReserved.TOPIC));
            }
        },
        /** A repeated message gives a second unit back. */
        RELEASE_ONCE("flow-twice", NO_FAULTS, product -> {
            product.edit(
                    ServiceName.STOCK,
                    "stock-service",
                    "io/flashsale/stock/ledger/LedgerService",
                    "inThisBatch == null && !contains(flows, Type.RELEASE)",
                    "inThisBatch == null");
            product.sql("ALTER TABLE flashsale_stock.stock_flow DROP PRIMARY KEY");
        }) {
            @Override
            void afterRound(TestedSystem system) {
                Messages.sendAgain(system, Messages.all(system, OrderReleased.TOPIC));
            }
        },
        /** A payment succeeds even after the order was cancelled or expired. */
        ONLY_WHAT_AWAITS_PAYMENT(
                "cancellation-lost",
                WITH_SLOW_ORDERS,
                product -> product.editOrderService(
                        "payment/ChargeMapper", "AND o.status = 'AWAITING_PAYMENT' AND", "AND")),
        /** Any amount pays an order. */
        PRICE(
                "paid-another-amount",
                NO_FAULTS,
                TAKES_WRONG_AMOUNTS,
                product -> product.editOrderService("payment/ChargeMapper", "o.price_cents = c.amount_cents AND", "")),
        /** Anybody declares orders paid. */
        SIGNATURE(
                "charge-unknown-to-provider",
                NO_FAULTS,
                IS_IMPERSONATED,
                product -> product.editOrderService(
                        "provider/NotificationSignature",
                        "MessageDigest.isEqual(mac(signedAt, body), claimed) &&",
                        "")),
        /** A repeated notification is taken for a further charge. */
        KEY_OF_THE_CHARGE(
                "paid-and-refunded",
                NO_FAULTS,
                DOUBLES,
                product -> product.sql("ALTER TABLE flashsale_order.charge DROP PRIMARY KEY")),
        /** The provider takes a repeated refund, whose first answer is late, for another one. */
        REFUND_ONCE("refund-of-another-amount", NO_FAULTS, TAKES_TWICE, product -> {
            product.editOrderService(
                    "refund/Refund", "return \"refund-\" + chargeId;", "return \"refund-\" + chargeId + attempts;");
            product.wiring().environment(ServiceName.ORDER, "FLASHSALE_PAYMENT_ANSWERTIMEOUT", "1s");
            product.sql(
                    "CREATE TRIGGER flashsale_provider.slow BEFORE INSERT ON flashsale_provider.mock_provider_refund"
                            + " FOR EACH ROW DO SLEEP(2)");
        }),
        /** The coupon of a payment that failed is not given back. */
        FREED_COUPON(
                "coupon-stuck",
                NO_FAULTS,
                DECLINES,
                product -> product.editOrderService(
                        "coupon/OrderCoupons",
                        "outbox.settled(pending.stream().map(OrderCoupons::freed).toList());",
                        "")),
        /** No service is told of ended orders, so no unit comes back. */
        OUTBOX_OF_ENDED_ORDERS(
                "release-missing",
                NO_FAULTS,
                product -> product.editOrderService(
                        "outbox/OutboxMapper",
                        "VALUES (#{topic}, #{messageKey}, #{payload}, UTC_TIMESTAMP(3))",
                        "SELECT '', '', '', UTC_TIMESTAMP(3) FROM DUAL WHERE FALSE")),
        /** What Kafka did not take leaves the outbox of ended orders, too. */
        OUTBOX_UNTIL_KAFKA_HAS_IT(
                "release-missing",
                WITHOUT_KAFKA_FOR_LONG,
                product -> product.editOrderService(
                        "outbox/OutboxPublisher",
                        "outbox.delete(taken(locked.stream().filter(wanted).toList()));",
                        "taken(locked.stream().filter(wanted).toList()); outbox.delete(locked);")),
        /** A repeated release ends the shopper's next hold. */
        RELEASE_OF_THIS_RESERVATION(
                "order-without-holder",
                NO_FAULTS,
                product -> product.edit(
                        ServiceName.STOCK,
                        "release.lua",
                        script -> replace(
                                script,
                                "redis.call('HGET', KEYS[2], place) == ARGV[i + 1]",
                                "redis.call('HEXISTS', KEYS[2], place) == 1"))) {
            @Override
            void afterRound(TestedSystem system) {
                Messages.sendAgain(system, Messages.all(system, OrderReleased.TOPIC));
            }
        };

        private final String found;
        private final FaultPlan faults;
        private final ProviderConduct provider;
        private final Consumer<Product> removal;

        Guard(String found, FaultPlan faults, Consumer<Product> removal) {
            this(found, faults, ProviderConduct.GOOD, removal);
        }

        Guard(String found, FaultPlan faults, ProviderConduct provider, Consumer<Product> removal) {
            this.found = found;
            this.faults = faults;
            this.provider = provider;
            this.removal = removal;
        }

        /** Does what else the violation needs. */
        void afterRound(TestedSystem system) {}
    }

    /** The service's classes, and the libraries out of its jar. */
    private static List<Path> classPathOf(ServiceName service) {
        Path target = ProjectRoot.find().resolve(service.module()).resolve("target");
        Path folder = LIBRARIES.resolve(service.module());
        List<Path> path = new ArrayList<>(List.of(target.resolve("classes")));
        try (ZipInputStream jar = new ZipInputStream(Files.newInputStream(target.resolve(service.module() + ".jar")))) {
            Files.createDirectories(folder);
            for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
                if (entry.getName().matches("BOOT-INF/lib/[^/]+\\.jar")) {
                    Path library = folder.resolve(Path.of(entry.getName()).getFileName());
                    Files.copy(jar, library);
                    path.add(library);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return path;
    }

    /** Sends another reservation of a shopper who has paid for a unit, although Redis made none. */
    private static void reserveOnceMore(TestedSystem system) {
        database(system).update("UPDATE flashsale_stock.stock SET added = added + 1, available = available + 1");
        long paid = Objects.requireNonNull(
                database(system).queryForObject("SELECT MIN(id) FROM orders WHERE status = 'PAID'", Long.class));
        JsonMapper json = JsonMapper.shared();
        for (ConsumerRecord<byte[], byte[]> message : Messages.all(system, StockReserved.TOPIC)) {
            StockReservedGroup group = json.readValue(message.value(), StockReservedGroup.class);
            List<StockReservedGroup.Line> again = group.orders().stream()
                    .filter(order -> order.orderId() == paid)
                    .map(order -> new StockReservedGroup.Line(paid + 1_000_000_007, order.userId(), null, null))
                    .toList();
            if (!again.isEmpty()) {
                StockReservedGroup forged = new StockReservedGroup(
                        group.saleId(), group.terms(), group.reservedAt(), again, group.bucket());
                Messages.send(
                        system,
                        List.of(new ProducerRecord<>(
                                StockReserved.TOPIC, message.key(), json.writeValueAsBytes(forged))));
            }
        }
    }

    private static JdbcTemplate database(TestedSystem system) {
        SqlServer server = system.stack().database();
        return new JdbcTemplate(
                new DriverManagerDataSource(server.jdbcUrl("flashsale_order"), server.user(), server.password()));
    }

    private static String withoutOutbox(String script) {
        String removed = script.replaceFirst(
                "(?s)answer\\[1\\] = redis\\.call\\('XADD'.*?table\\.concat\\(members, ' '\\)\\)",
                "answer[1] = answer[2] .. '-0'");
        assertThat(removed).isNotEqualTo(script);
        return removed;
    }

    private static String replace(String script, String guard, String by) {
        assertThat(script).contains(guard);
        return script.replace(guard, by);
    }

    /**
     * The services to be started.
     *
     * @param statements for the database, once they run
     */
    private record Product(FlashSaleSystemBuilder wiring, Path classes, List<String> statements) {

        void removeOneForEach() {
            edit(
                    ServiceName.STOCK,
                    "reserve.lua",
                    script -> replace(
                            replace(script, "elseif not free then", "elseif false then"),
                            "return newest, units < limit and free, before",
                            "return newest, free or user, before"));
        }

        /** The second order of a shopper would be over before the checks begin. */
        void letNoOrderExpire() {
            wiring.environment(ServiceName.ORDER, "FLASHSALE_ORDERS_PAYMENTWINDOW", "1h");
        }

        /** And the second guard: reconciliation would queue again, after half a minute, what the database lacks. */
        void removeOutbox(ServiceName service) {
            edit(service, "reserve.lua", RemovedGuardsIT::withoutOutbox);
            wiring.environment(service, "FLASHSALE_RECONCILIATION_INTERVAL", "1h");
        }

        void edit(ServiceName service, String name, UnaryOperator<String> change) {
            Path script = ProjectRoot.find()
                    .resolve("libs/admission/src/main/resources/lua")
                    .resolve(name);
            Path scripts = classes.resolveSibling("scripts");
            try {
                Files.createDirectories(scripts.resolve("lua"));
                Files.writeString(scripts.resolve("lua").resolve(name), change.apply(Files.readString(script)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            wiring.jvmArgument(service, "-Xbootclasspath/a:" + scripts);
        }

        void editOrderService(String name, String guard, String by) {
            edit(ServiceName.ORDER, "order-service", "io/flashsale/order/" + name, guard, by);
        }

        /** Edits the source of a class of the service, or of a library. */
        void edit(ServiceName service, String module, String name, String guard, String by) {
            Path source = ProjectRoot.find().resolve(module).resolve("src/main/java/" + name + ".java");
            try {
                Files.createDirectories(classes);
                EditedSource.compile(
                        name,
                        replace(Files.readString(source), guard, by),
                        classes,
                        CLASS_PATHS.computeIfAbsent(service, RemovedGuardsIT::classPathOf));
                wiring.jvmArgument(service, EditedClasses.argument(classes.resolve("agent.jar"), classes));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void sql(String statement) {
            statements.add(statement);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindThatItIsMissing(Guard guard) throws Exception {
        Path folder = Path.of("target/removed-guard-" + guard + "-"
                        + ProcessHandle.current().pid())
                .toAbsolutePath();
        List<String> statements = new ArrayList<>();
        Consumer<FlashSaleSystemBuilder> change =
                wiring -> guard.removal.accept(new Product(wiring, folder.resolve("classes"), statements));
        RoundPlan plan = new RoundPlan(1, 1, guard.faults, guard.provider, RoundWorkload.of(11, 400, 4_000));
        try (TestedSystem system =
                TestedSystem.start(ProjectRoot.find(), folder.resolve("data"), Topology.SINGLE, 1, 1, change)) {
            statements.forEach(database(system)::execute);
            try (Round round = Round.prepare(system, plan, "")) {
                round.run(Round.CONVERGED_WITHIN); // a slow machine finds too much, not too little
                guard.afterRound(system);
                RemovedRecordsIT.requireToFind(round, guard.found);
            }
        }
    }
}
