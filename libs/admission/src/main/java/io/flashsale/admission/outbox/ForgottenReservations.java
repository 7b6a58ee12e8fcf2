package io.flashsale.admission.outbox;

import static java.util.stream.Collectors.toSet;

import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.StockGateRebuild.Held;
import io.flashsale.admission.StockGateWarmUp.Campaigns;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.UserReservation;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.outbox.QueueSender.Sent;
import io.flashsale.admission.redis.StockGateKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Gatherers;
import org.redisson.api.RMap;
import org.redisson.api.RSet;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues reservations again that Redis remembers and the database does not know. The queue may have lost them, or the
 * database what became of them (a restored backup, a fail-over). To be called before a closed gate is rebuilt, because
 * the rebuild forgets their holders.
 *
 * <p>Queues each at the gate's present price, and notes it until the database knows it: otherwise one that the database
 * never records would keep the gate closed. If the note fails, it may be sent twice, which every consumer tolerates.
 */
public final class ForgottenReservations {

    private static final Logger log = LoggerFactory.getLogger(ForgottenReservations.class);

    /** What {@code reserve.lua} remembers of a reservation. */
    private static final Pattern REMEMBERED = Pattern.compile("(?<whose>\\d+:\\d+):(?<entry>\\d+-\\d+)");

    private static final int CHUNK = 500;
    private static final Duration MUST_BE_ACKNOWLEDGED_IN = Duration.ofSeconds(10);

    private final RedissonClient redis;
    private final StockGateKeys keys;
    private final StockGates gates;
    private final QueueSender sender;
    private final Campaigns campaigns;

    /** @param kind as of the gates */
    public ForgottenReservations(
            RedissonClient redis, String kind, StockGates gates, ReservationQueue queue, Campaigns campaigns) {
        this.redis = redis;
        this.keys = new StockGateKeys(kind);
        this.gates = gates;
        this.sender = new QueueSender(queue, System::nanoTime);
        this.campaigns = campaigns;
    }

    /**
     * Queues again what is forgotten of a closed gate that has drained.
     *
     * @return whether there was something; then the gate has to drain once more
     */
    public boolean queueAgain(long gateId) {
        if (gates.state(gateId).isEmpty()) {
            return false;
        }
        List<Held> unknown = map(keys.holders(gateId)).entrySet(CHUNK).stream()
                .filter(place -> !place.getKey().equals(StockGates.EPOCH))
                .map(place -> new Held(StockGateKeys.userAt(place.getKey()), Long.parseLong(place.getValue())))
                .gather(Gatherers.windowFixed(CHUNK))
                .flatMap(chunk -> unknown(chunk).stream())
                .toList();
        List<ReservationGroup> forgotten = remembered(gateId, notQueuedAgain(gateId, unknown));
        if (forgotten.isEmpty()) {
            return false;
        }
        boolean taken = send(forgotten);
        log.warn(
                "the database does not know {} reservations of gate {}; {}",
                forgotten.stream().mapToInt(ReservationGroup::size).sum(),
                Buckets.name(gateId),
                taken ? "they are queued again" : "the queue does not take all of them now");
        return true;
    }

    private List<Held> unknown(List<Held> chunk) {
        Set<Long> known =
                campaigns.known(chunk.stream().map(Held::reservationId).toList());
        return chunk.stream()
                .filter(held -> !known.contains(held.reservationId()))
                .toList();
    }

    /** Those that were not queued again since the database last knew them. */
    private List<Held> notQueuedAgain(long gateId, List<Held> unknown) {
        RSet<String> noted = queuedAgain(gateId);
        Set<String> before = noted.readAll();
        if (before.isEmpty()) {
            return unknown;
        }
        Set<String> stillUnknown =
                unknown.stream().map(Held::reservationId).map(String::valueOf).collect(toSet());
        noted.removeAll(before.stream().filter(id -> !stillUnknown.contains(id)).toList());
        return unknown.stream()
                .filter(held -> !before.contains(Long.toString(held.reservationId())))
                .toList();
    }

    /** The groups in which they were admitted, as far as Redis remembers. */
    private List<ReservationGroup> remembered(long gateId, List<Held> unknown) {
        Map<String, String> gate = map(keys.gate(gateId)).getAll(Set.of("terms", "ticket"));
        String terms = gate.get("terms");
        if (unknown.isEmpty() || terms == null) {
            return List.of();
        }
        Map<Long, Long> tickets = gate.containsKey("ticket") ? ticketsOf(gateId) : Map.of();
        Map<String, List<UserReservation>> entries = new HashMap<>();
        unknown.stream().gather(Gatherers.windowFixed(CHUNK)).forEach(chunk -> {
            Map<String, String> known = redis.getBuckets(StringCodec.INSTANCE)
                    .get(chunk.stream()
                            .map(held -> keys.reservation(held.reservationId()))
                            .toArray(String[]::new));
            for (Held held : chunk) {
                long id = held.reservationId();
                Matcher remembered = REMEMBERED.matcher(known.getOrDefault(keys.reservation(id), ""));
                if (remembered.matches() && remembered.group("whose").equals(gateId + ":" + held.userId())) {
                    long ticket = tickets.getOrDefault(id, UserReservation.NO_TICKET);
                    entries.computeIfAbsent(remembered.group("entry"), entry -> new ArrayList<>())
                            .add(new UserReservation(id, held.userId(), "", ticket));
                }
            }
        });
        return entries.entrySet().stream()
                .map(entry -> new ReservationGroup(
                        entry.getKey(), gateId, terms, ReservationOutbox.admittedAt(entry.getKey()), entry.getValue()))
                .toList();
    }

    private Map<Long, Long> ticketsOf(long gateId) {
        Map<Long, Long> tickets = new HashMap<>();
        map(keys.gate(gateId) + ":entry:used")
                .entrySet(CHUNK)
                .forEach(used -> tickets.put(Long.parseLong(used.getValue()), Long.parseLong(used.getKey())));
        return tickets;
    }

    /** Returns whether the queue has all of them. Those that it has are not sent again. */
    private boolean send(List<ReservationGroup> groups) {
        boolean all = true;
        for (Sent sent : sender.send(groups, System.nanoTime() + MUST_BE_ACKNOWLEDGED_IN.toNanos())) {
            all &= sent.acknowledged()
                    .orTimeout(MUST_BE_ACKNOWLEDGED_IN.toMillis(), TimeUnit.MILLISECONDS)
                    .handle((_, fault) -> fault == null)
                    .thenApply(taken -> taken && note(sent.group()))
                    .join();
        }
        return all;
    }

    private boolean note(ReservationGroup group) {
        RSet<String> queuedAgain = queuedAgain(group.campaignId());
        queuedAgain.addAll(group.reservations().stream()
                .map(reservation -> Long.toString(reservation.id()))
                .toList());
        queuedAgain.expire(StockGates.RESERVATION_KEPT);
        return true;
    }

    private RSet<String> queuedAgain(long gateId) {
        return redis.getSet(keys.gate(gateId) + ":queued-again", StringCodec.INSTANCE);
    }

    private RMap<String, String> map(String key) {
        return redis.getMap(key, StringCodec.INSTANCE);
    }
}
