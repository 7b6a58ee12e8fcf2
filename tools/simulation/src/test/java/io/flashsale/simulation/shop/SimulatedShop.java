package io.flashsale.simulation.shop;

import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionRequest;
import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.ReservationIds;
import io.flashsale.admission.SimulatedAdmission;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.outbox.ReservationQueue;
import io.flashsale.admission.outbox.SimulatedOutbox;
import io.flashsale.admission.redis.Shards;
import io.flashsale.admission.redis.SimulatedLeadership;
import io.flashsale.admission.redis.StockGateKeys;
import io.flashsale.admission.spring.reconciliation.SimulatedReconciliation;
import io.flashsale.auditor.snapshot.Offer;
import io.flashsale.commons.lock.BoundedLock;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.StockFlows;
import io.flashsale.contracts.stock.StockLedger;
import io.flashsale.order.closing.SimulatedClosing;
import io.flashsale.order.outbox.Outbox;
import io.flashsale.order.outbox.SimulatedOrderOutbox;
import io.flashsale.order.payment.SimulatedPayments;
import io.flashsale.order.payment.SimulatedProvider;
import io.flashsale.order.placement.SimulatedPlacement;
import io.flashsale.simulation.shop.SimulatedTables.FlowLine;
import io.flashsale.simulation.shop.SimulatedTables.OutboxLine;
import io.flashsale.simulation.shop.SimulatedTables.SaleLine;
import io.flashsale.simulation.shop.SimulatedTables.StockLine;
import io.flashsale.simulation.shop.World.Actor;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SimulatedSales;
import io.flashsale.stock.ledger.SimulatedLedger;
import io.flashsale.stock.reservation.SimulatedCampaigns;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.ResourceAccessException;

/**
 * The purchase path: the real code of the services over stores in memory, as actors of a {@link World}.
 *
 * <p>Two processes admit shoppers, relay, warm up and take releases; one places orders, sends its outbox and closes
 * orders. A process that is killed loses its objects and its transactions; what is under way in the network stays.
 */
final class SimulatedShop {

    static final long SALE = 7;
    private static final long OTHER_SALE = 8;
    private static final StockGateKeys KEYS = new StockGateKeys("sale");
    private static final Duration RELAY_AFTER = Duration.ofSeconds(2);

    /** Rounds in which all that is under way has to arrive, five seconds each. */
    private static final int MAX_ROUNDS = 30;

    private static final int MAX_SWEEPS = 5_000;
    private static final int SWEEPS_BETWEEN_ROUNDS = 15;

    private final Kit kit;
    private final World world;
    private final SimulatedTables tables;
    private final SimulatedKafka kafka;
    private final Map<String, StockInstance> stock = new TreeMap<>();
    private final Map<Integer, List<Long>> clicks = new TreeMap<>();
    private final Map<Integer, List<Admission>> answers = new TreeMap<>();
    private final SimulatedProvider provider;
    private @Nullable SimulatedClosing closing;
    private @Nullable SimulatedPayments payments;
    private SimulatedDatabase.@Nullable Backup backup;
    private long idBlock;
    private long revision = 1;
    private Map<SimulatedKafka.Log, Long> readByBackup = Map.of();
    private boolean mayLackUnits;
    private boolean mayForget;
    private String loser = "";

    /** @param recorded takes what happens; null if nobody wants to read it */
    SimulatedShop(Kit kit, Setting setting, @Nullable List<World.Event> recorded) {
        this.kit = kit;
        this.world = new World(recorded);
        this.tables = new SimulatedTables(world);
        this.provider = new SimulatedProvider(world);
        this.kafka = kit.kafka;
        kafka.reset(world);
        kit.redis.reset(world);
        Instant now = Instant.ofEpochMilli(world.now());
        tables.sales.put(
                SALE,
                new SaleLine(
                        SALE,
                        "Sale",
                        100,
                        now.minusSeconds(3_600),
                        now.plus(Duration.ofDays(2)),
                        revision,
                        setting.limit(),
                        1));
        tables.stock.put(SALE, new StockLine(setting.units(), 0, setting.units(), 0, 0, 0, 0));
        start("stock-1");
        start("stock-2");
        start("order-1");
        StockGateWarmUp warmUp = Objects.requireNonNull(stock.get("stock-1")).warmUp;
        warmUp.open(warmUp.prepare(SALE));
        look(warmUp);
        world.record(true);
    }

    World world() {
        return world;
    }

    SimulatedTables tables() {
        return tables;
    }

    SimulatedKafka kafka() {
        return kafka;
    }

    SimulatedProvider provider() {
        return provider;
    }

    Map<Integer, List<Long>> clicks() {
        return clicks;
    }

    Map<Integer, List<Admission>> answers() {
        return answers;
    }

    StockGates gates() {
        return Objects.requireNonNull(stock.get("stock-1")).gates;
    }

    Map<String, String> redisHash(String key) {
        return kit.redis.server().hash(key);
    }

    /** Whether MySQL has lost units that it had put on offer: promises for them are kept by saying that they cannot be kept. */
    boolean mayLackUnits() {
        return mayLackUnits;
    }

    /**
     * Reservations at a price that MySQL has lost, behind a message that cannot be done. They become dead letters, and so
     * come under review, once everything before them is done.
     */
    List<StockReserved> futureReviews() {
        Set<Long> prices = new HashSet<>(tables.prices.rows());
        prices.add(Objects.requireNonNull(tables.sales.get(SALE)).priceCents());
        return kafka.topic(StockReserved.TOPIC).logs().stream()
                .filter(log -> log.isStuck)
                .flatMap(log -> log.records.subList((int) log.committed, log.records.size()).stream())
                .flatMap(record -> kit.json.readValue(record.value(), StockReservedGroup.class).reservations().stream())
                .filter(order ->
                        order.saleId() == SALE && !prices.contains(order.terms().priceCents()))
                .toList();
    }

    /** Whether a store may have forgotten something, so that gates may be closed for their rebuild. */
    boolean mayForget() {
        return mayForget;
    }

    long outboxLength() {
        return kit.redis.outboxLength(KEYS.outbox(Shards.of(SALE)));
    }

    /** What the gate promises, in the words of the auditor. */
    Offer offerOfGate(StockGateState gate) {
        SaleTerms terms = kit.json.readValue(redisHash(KEYS.gate(SALE)).getOrDefault("terms", "{}"), SaleTerms.class);
        return new Offer(
                gate.opensAt().toEpochMilli(), gate.closesAt().toEpochMilli(), terms.title(), terms.priceCents());
    }

    // Processes.

    private void start(String process) {
        if (process.startsWith("stock")) {
            stock.put(process, new StockInstance(process));
        } else {
            startOrderService(process);
        }
    }

    private void crash(String process) {
        List<Actor> killed = world.kill(process);
        world.note(() -> process + " is killed and starts again", CallFault.NONE);
        tables.database.forget(killed);
        kit.redis.forgetLocksSoon(new HashSet<>(killed), process);
        start(process);
    }

    /** One process of stock-service. */
    private final class StockInstance {

        private final StockGates gates = SimulatedAdmission.gates(kit.redis.client(), world);
        private final AdmissionService admission;
        private final StockGateWarmUp warmUp;
        private final SimulatedLedger ledger;

        StockInstance(String process) {
            SaleCatalogue catalogue = SimulatedSales.catalogue(tables, world.clock());
            ledger = new SimulatedLedger(world, tables, catalogue, kit.conflicts);
            SimulatedSavedGroups saved = new SimulatedSavedGroups(world, tables);
            ReservationQueue queue = group -> kafka.send(new ProducerRecord<>(
                    StockReserved.TOPIC,
                    Long.toString(SALE),
                    kit.json.writeValueAsBytes(kit.type.message().apply(group))));
            admission = SimulatedAdmission.service(gates, new ReservationIds(() -> ++idBlock), queue, saved, world);
            OutboxRelay relay = new OutboxRelay(kit.redis.client(), "sale", queue, saved, RELAY_AFTER);
            SimulatedCampaigns campaigns = new SimulatedCampaigns(catalogue, ledger.service(), tables, kit.json);
            warmUp = new StockGateWarmUp(
                    kit.redis.client(),
                    "sale",
                    gates,
                    SimulatedOutbox.drain(relay, kafka.backlog(StockReserved.TOPIC), world),
                    queue,
                    campaigns.campaigns());
            Consumer<List<ConsumerRecord<String, byte[]>>> releases =
                    ledger.releases(catalogue, gates, kit.json, kit.letters);
            world.repeat(process, process + " relay", () -> SimulatedOutbox.look(relay, Shards.of(SALE)));
            world.repeat(
                    process,
                    process + " releases",
                    () -> kafka.poll(OrderReleased.TOPIC, process.equals("stock-1") ? 0 : 1, 2, releases));
            world.repeat(process, process + " warm-up", () -> look(warmUp));
            world.repeat(
                    process,
                    process + " reconciliation",
                    SimulatedReconciliation.of(
                            kit.type,
                            gates,
                            relay,
                            List.of(kafka.backlog(StockReserved.TOPIC), kafka.backlog(OrderReleased.TOPIC)),
                            campaigns.ledger(),
                            campaigns.campaigns(),
                            warmUp,
                            SimulatedLeadership.of(kit.redis.client(), "reconciliation", Duration.ofSeconds(30), world),
                            kit.meters,
                            world));
        }
    }

    private static void look(StockGateWarmUp warmUp) {
        try {
            warmUp.warmAll();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void startOrderService(String process) {
        StockLedger overHttp = new StockLedger() {
            @Override
            public Deductions deduct(Deduct command) {
                if (command.saleId() == OTHER_SALE) {
                    throw new ResourceAccessException("simulated");
                }
                return world.call(
                        Port.HTTP,
                        () -> "asks stock-1 to deduct " + command.orders(),
                        () -> Objects.requireNonNull(stock.get("stock-1"))
                                .ledger
                                .deduct(command)
                                .orElseThrow());
            }

            @Override
            public StockFlows flows(long orderId) {
                throw new AssertionError("nobody asks");
            }
        };
        SimulatedOrderOutbox rows = new SimulatedOrderOutbox(tables);
        Outbox outbox = rows.outbox(kit.json);
        Consumer<List<ConsumerRecord<String, byte[]>>> placement = SimulatedPlacement.listener(
                world,
                tables,
                kit.ledger.apply(tables, overHttp),
                new BoundedLock(kit.redis.client(), "placement", Duration.ofMillis(500), kit.meters, "locks"),
                outbox,
                kit.json,
                kit.meters,
                kit.letters);
        SimulatedClosing ours = new SimulatedClosing(world, tables, outbox, kit.meters);
        SimulatedPayments paying = ours.payments(provider, kit.meters);
        closing = ours;
        payments = paying;
        world.repeat(process, process + " placement", () -> kafka.poll(StockReserved.TOPIC, 0, 1, placement));
        world.repeat(process, process + " outbox", rows.publisher(kafka.template(), kit.meters));
        world.repeat(process, process + " charges", paying.looks());
        world.repeat(process, process + " deadlines", ours.deadlines(paying.paidOrders()));
    }

    // Steps.

    void take(ScheduleStep step) {
        switch (step) {
            case ScheduleStep.Go(String actor, CallFault fault) -> world.go(actor, fault);
            case ScheduleStep.Click(int number, int instance, List<Long> users) -> click(number, instance, users);
            case ScheduleStep.Cancel(int click) -> cancel(click);
            case ScheduleStep.Pay(int click) -> pay(click);
            case ScheduleStep.Crash(String process) -> crash(process);
            case ScheduleStep.Pass(long millis) -> {
                world.pass(millis);
                world.note(() -> millis + " ms pass", CallFault.NONE);
            }
            case ScheduleStep.Administer(int number, int units, int cents) -> administer(number, units, cents);
            case ScheduleStep.Event event -> {
                world.note(() -> event.name().toLowerCase(Locale.ROOT).replace('_', ' '), CallFault.NONE);
                happen(event);
            }
        }
    }

    private void click(int number, int instance, List<Long> users) {
        if (clicks.putIfAbsent(number, users) != null) {
            return;
        }
        String process = "stock-" + instance;
        AdmissionService admission = Objects.requireNonNull(stock.get(process)).admission;
        List<AdmissionRequest> requests =
                users.stream().map(user -> new AdmissionRequest(SALE, user, "")).toList();
        world.spawn(process, "click-" + number, () -> {
            List<Admission> outcomes = admission.admit(requests);
            world.call(Port.ANSWER, () -> "answers " + outcomes, () -> answers.put(number, outcomes));
        });
    }

    private void cancel(int click) {
        SimulatedClosing ours = Objects.requireNonNull(closing);
        accepted(click).ifPresent(order -> world.spawn("order-1", "cancel-" + click, () -> ours.cancel(order)));
    }

    private void pay(int click) {
        SimulatedPayments ours = Objects.requireNonNull(payments);
        accepted(click).ifPresent(order -> world.spawn("order-1", "pay-" + click, () -> ours.pay(order)));
    }

    /** The first order that was accepted by this click. */
    private Optional<Long> accepted(int click) {
        for (Admission answer : answers.getOrDefault(click, List.of())) {
            if (answer instanceof Admission.Admitted(long order)) {
                return Optional.of(order);
            }
        }
        return Optional.empty();
    }

    private void administer(int number, int units, int cents) {
        String process = "stock-1";
        StockGateWarmUp warmUp = Objects.requireNonNull(stock.get(process)).warmUp;
        world.spawn(process, "admin-" + number, () -> {
            new TransactionTemplate(tables.database).executeWithoutResult(_ -> change(units, cents));
            warmUp.amend(SALE);
        });
    }

    /** As SaleAdministration does it; a revision never comes twice, as NextRevision promises. */
    private void change(int units, int cents) {
        SaleLine sale = Objects.requireNonNull(tables.sales.lock(SALE));
        StockLine row = Objects.requireNonNull(tables.stock.lock(SALE));
        if (sale.priceCents() != cents) {
            tables.prices.put(SALE + ":" + sale.priceCents(), sale.priceCents());
        }
        tables.sales.put(
                SALE,
                new SaleLine(
                        SALE,
                        sale.title(),
                        cents,
                        sale.opensAt(),
                        sale.closesAt(),
                        ++revision,
                        sale.limit(),
                        sale.buckets()));
        tables.stock.put(
                SALE,
                new StockLine(
                        row.initial(),
                        row.added() + units,
                        row.available() + units,
                        row.deducted(),
                        row.released(),
                        row.version() + 1,
                        row.moved()));
    }

    /** Only one store loses data in a schedule: what two stores had, and both have lost, nobody can bring back. */
    private boolean mayLose(String store) {
        if (loser.isEmpty()) {
            loser = store;
        }
        boolean may = loser.equals(store);
        mayForget |= may;
        return may;
    }

    private void happen(ScheduleStep.Event event) {
        switch (event) {
            case REDIS_IS_WIPED -> {
                if (mayLose("redis")) {
                    kit.redis.wipe();
                }
            }
            case REDIS_RESTARTS -> {
                mayForget = true;
                kit.redis.restart();
            }
            case REPLICA_CATCHES_UP -> kit.redis.replicate();
            case REPLICA_IS_PROMOTED -> {
                if (mayLose("redis")) {
                    kit.redis.promote();
                }
            }
            case REDIS_CLOCK_GOES_BACK -> kit.redis.moveClock(-2_000);
            case MYSQL_IS_BACKED_UP -> {
                backup = tables.database.backup();
                readByBackup = new HashMap<>();
                kafka.topic(StockReserved.TOPIC).logs().forEach(log -> readByBackup.put(log, log.committed));
            }
            case MYSQL_IS_RESTORED -> restore();
            case MYSQL_FAILS_OVER -> failOver();
            case REPLICATION_ID_CHANGES -> kit.redis.rename();
            case OUTBOX_ROW_IS_STUCK -> {
                long id = tables.nextOutboxId();
                tables.outbox.put(id, new OutboxLine(id, SimulatedKafka.NOBODY, "1", "{}"));
            }
            case OTHER_SALE_FAILS -> otherSaleFails();
            case WRONG_RELEASE_ARRIVES ->
                tables.orders.rows().stream()
                        .findFirst()
                        .ifPresent(order -> releases(new OrderReleased(
                                order.id(), SALE, order.userId() + 100, OrderReleased.Reason.CANCELLED)));
            case PARTITION_IS_ADDED -> kafka.addPartition(StockReserved.TOPIC);
            case PLACEMENT_IS_REBALANCED -> kafka.rebalance(StockReserved.TOPIC);
            case RELEASES_ARE_REBALANCED -> kafka.rebalance(OrderReleased.TOPIC);
        }
    }

    private void releases(OrderReleased release) {
        kafka.append(OrderReleased.TOPIC, Long.toString(SALE), kit.json.writeValueAsBytes(release));
    }

    private void otherSaleFails() {
        kafka.log(StockReserved.TOPIC).isStuck = true;
        kafka.append(
                StockReserved.TOPIC,
                Long.toString(OTHER_SALE),
                kit.json.writeValueAsBytes(new StockReservedGroup(
                        OTHER_SALE,
                        new SaleTerms("Other", "", 1),
                        Instant.ofEpochMilli(world.now()),
                        List.of(new StockReservedGroup.Line(1, 1, null, null)),
                        null)));
    }

    /** As docs/restore.md says: all services are stopped, and what MySQL and Kafka know is read or sent again. */
    private void restore() {
        SimulatedDatabase.Backup there = backup;
        if (there == null || !mayLose("mysql")) {
            return;
        }
        mayLackUnits = true;
        List.of("network", "stock-1", "stock-2", "order-1")
                .forEach(process -> tables.database.forget(world.kill(process)));
        tables.database.restore(there);
        idBlock = kit.idsComeBack ? 0 : idBlock;
        kit.redis.restart();
        kafka.topic(StockReserved.TOPIC).logs().forEach(log -> log.committed = readByBackup.getOrDefault(log, 0L));
        SimulatedKafka.Log released = kafka.log(OrderReleased.TOPIC);
        released.committed = released.records.size();
        tables.orders.rows().stream()
                .filter(order -> order.reason() != null && isOut(order.id()))
                .forEach(order -> releases(new OrderReleased(
                        order.id(), SALE, order.userId(), OrderReleased.Reason.valueOf(order.reason()))));
        List.of("stock-1", "stock-2", "order-1").forEach(this::start);
    }

    private boolean isOut(long order) {
        return tables.flows.get(FlowLine.key(order, "DEDUCT")) != null
                && tables.flows.get(FlowLine.key(order, "RELEASE")) == null;
    }

    private void failOver() {
        SimulatedDatabase.Backup there = backup;
        if (there != null
                && !loser.equals("redis")
                && tables.database.isUnchanged(
                        there,
                        List.of(
                                tables.flows,
                                tables.saved,
                                tables.orders,
                                tables.outbox,
                                tables.reviews,
                                tables.charges))) {
            mayLose("mysql");
            StockLine before = tables.stock.get(SALE);
            tables.database.restore(there);
            mayLackUnits |= !Objects.equals(before, tables.stock.get(SALE));
        }
    }

    // The end.

    /** Lets everything arrive, without further faults; returns what is wrong then. */
    List<String> settle() {
        world.note(() -> "no more faults", CallFault.NONE);
        List<String> findings = List.of();
        for (int round = 0; round < MAX_ROUNDS; round++) {
            runAll(round > 1);
            world.record(false); // the rest is the same again and again
            findings = Judge.findings(this);
            if (findings.isEmpty()) {
                return findings;
            }
            world.pass(5_000);
        }
        return findings;
    }

    /** Each actor begins a round if it rests. Then all have turns until all rest again. */
    private void runAll(boolean isLate) {
        wake(actor -> isLate || !actor.name.endsWith("reconciliation"));
        for (int sweep = 1; sweep < MAX_SWEEPS; sweep++) {
            boolean isOver = true;
            for (String name : names()) {
                Actor actor = world.actor(name);
                if (actor != null && !actor.isResting()) {
                    isOver = false;
                    world.go(name, CallFault.NONE);
                }
            }
            if (isOver) {
                return;
            }
            if (sweep % SWEEPS_BETWEEN_ROUNDS == 0) { // somebody may wait for what these bring
                wake(actor -> !actor.name.endsWith("reconciliation") && !actor.name.endsWith("warm-up"));
            }
        }
        throw new AssertionError("some do not end: " + world.pending());
    }

    private void wake(Predicate<Actor> which) {
        for (String name : names()) {
            Actor actor = world.actor(name);
            if (actor != null && actor.isResting() && which.test(actor)) {
                world.go(name, CallFault.NONE);
            }
        }
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        world.actors().forEach(actor -> names.add(actor.name));
        return names;
    }
}
