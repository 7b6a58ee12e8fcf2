package io.flashsale.locklab.path.queue;

import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.Campaign;
import io.flashsale.admission.ReservationIds;
import io.flashsale.admission.StockGateRebuild;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.outbox.SavedGroups;
import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.StockScheme;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * Lua, queue, order: a script in Redis admits, a reservation goes to Kafka, and a consumer places orders in
 * batches. It is the shop's own path, by the library that the shop uses.
 *
 * <p>Guarantees: an admitted user has a reservation, in Kafka or on its way there in Redis' outbox, and gets one
 * order. Nothing is oversold, as the database has the last word. Does not: place the order at once, nor survive the
 * loss of both Redis and Kafka.
 */
final class QueuePath implements StockScheme {

    private static final String KIND = "lab";
    private static final Duration KAFKA_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration RELAY_TIMEOUT = Duration.ofMinutes(2);

    private final RedissonClient redisson;
    private final Database database;
    private final SaleTables tables;
    private final Kafka kafka;
    private final ReservationTopic topic;
    private final StockGates gates;
    private final AdmissionService admission;
    private final Users users;
    private @Nullable PlacementQueue placing;

    QueuePath(RedissonClient redisson, Database database, Kafka kafka, Users users) {
        this.redisson = redisson;
        this.database = database;
        this.tables = new SaleTables(database);
        this.kafka = kafka;
        this.users = users;
        topic = new ReservationTopic(kafka.servers(), kafka.topic());
        gates = new StockGates(redisson, KIND);
        ReservationIds ids = new ReservationIds(redisson.getAtomicLong("id-block")::incrementAndGet);
        admission = new AdmissionService(gates, ids, topic, KAFKA_TIMEOUT);
    }

    /** The topic for the reservations. */
    record Kafka(String servers, String topic) {}

    /** The admission identifies sales by number. */
    private static long numberOf(String item) {
        return item.hashCode() & 0xffff_ffffL;
    }

    /** Fills the stock, opens the gate, and makes this process place the orders. */
    @Override
    public void fill(String item, int units) {
        tables.fill(item, units);
        Instant now = Instant.now();
        Campaign campaign =
                new Campaign(numberOf(item), 1, now.minusSeconds(60), now.plus(Duration.ofHours(1)), units, item);
        StockGateRebuild.begin(gates, campaign.id()).reopen(campaign, units, Map.of());
        placing = new PlacementQueue(kafka.servers(), kafka.topic(), new BatchPlacement(database, tables));
    }

    @Override
    public Outcome deduct(String item, int units) {
        return switch (admission.admit(numberOf(item), users.next(), "")) {
            case Admission.Admitted admitted -> Outcome.TAKEN;
            case Admission.AdmittedBefore before -> Outcome.TAKEN;
            case Admission.Undecided undecided -> Outcome.TAKEN; // Kafka is late; left() has it sent
            case Admission.AlreadyHolding holding -> Outcome.REFUSED;
            case Admission.SoldOut soldOut -> Outcome.SOLD_OUT;
            case Admission.NotOpen notOpen -> Outcome.SOLD_OUT;
            case Admission.Ended ended -> Outcome.SOLD_OUT;
            case Admission.Refused refused -> Outcome.REFUSED; // its gate requires no ticket
            case Admission.Barred barred -> Outcome.REFUSED; // its gate bars nobody
            case Admission.PriceChanged other -> Outcome.REFUSED; // nobody names a price here
            case Admission.NotReady notReady -> Outcome.BUSY;
        };
    }

    /**
     * What is left in the database. If this process filled the stock, first waits until all reservations are orders.
     */
    @Override
    public int left(String item) {
        PlacementQueue queue = placing;
        if (queue != null) {
            sendWhatIsLeft();
            queue.awaitPlaced();
        }
        return tables.available(item);
    }

    /** Sends the reservations that remain in the outbox because Kafka did not acknowledge them in time. */
    private void sendWhatIsLeft() {
        OutboxRelay relay = new OutboxRelay(redisson, KIND, topic, SavedGroups.NONE, Duration.ZERO);
        Instant end = Instant.now().plus(RELAY_TIMEOUT);
        try {
            while (relay.outboxLength() > 0) {
                if (Instant.now().isAfter(end)) {
                    throw new IllegalStateException("Kafka does not take the reservations");
                }
                relay.run();
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        PlacementQueue queue = placing;
        if (queue != null) {
            queue.close();
        }
        topic.close();
        redisson.shutdown();
        database.close();
    }
}
