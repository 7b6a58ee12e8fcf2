package io.flashsale.admission;

import io.flashsale.admission.Admission.NotReady.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/**
 * The gates of one kind of offer, one method a script. All methods throw Redisson's {@code RedisException} when Redis
 * does not answer; each script is atomic, and repeating a call that was not answered is safe for every one of them.
 */
public final class AdmissionGates {

    private static final LuaScript RESERVE = LuaScript.named("reserve");
    private static final LuaScript RELEASE = LuaScript.named("release");
    private static final LuaScript AMEND = LuaScript.named("amend");
    private static final LuaScript FENCE = LuaScript.named("fence");
    private static final LuaScript LOAD = LuaScript.named("load");
    private static final LuaScript REOPEN = LuaScript.named("reopen");
    private static final LuaScript STATE = LuaScript.named("state");
    private static final String EPOCH = "epoch";

    /** How long a ticket can be asked about; by then it is in the database, unless the queue stood still for a day. */
    private static final Duration TICKET_KEPT = Duration.ofHours(24);

    private final RedissonClient redis;
    private final GateKeys keys;

    /**
     * @param kind a lower-case word that keeps these offers apart from others in the same Redis
     */
    public AdmissionGates(RedissonClient redis, String kind) {
        this.redis = redis;
        this.keys = new GateKeys(kind);
    }

    /** Sets a unit aside for the user under this ticket id, or says why not. Never answers UNREACHABLE. */
    Admission admit(long offerId, long userId, long ticketId, String correlationId) {
        List<String> answer = RESERVE.answers(
                redis,
                List.of(
                        keys.gate(offerId),
                        keys.holders(offerId),
                        keys.outbox(Shards.of(offerId)),
                        keys.ticket(ticketId)),
                Long.toString(ticketId),
                Long.toString(offerId),
                Long.toString(userId),
                correlationId,
                Long.toString(TICKET_KEPT.toSeconds()));
        return switch (answer.getFirst()) {
            case "ADMITTED" ->
                new Admission.Admitted(new Ticket(
                        ticketId,
                        offerId,
                        userId,
                        answer.get(1),
                        answer.get(3),
                        Instant.ofEpochMilli(Long.parseLong(answer.get(2))),
                        correlationId));
            case "ADMITTED_BEFORE" -> new Admission.AdmittedBefore(Long.parseLong(answer.get(1)));
            case "ALREADY_HOLDING" -> new Admission.AlreadyHolding(Long.parseLong(answer.get(1)));
            case "SOLD_OUT" -> new Admission.SoldOut();
            case "NOT_OPEN" -> new Admission.NotOpen(Instant.ofEpochMilli(Long.parseLong(answer.get(1))));
            case "ENDED" -> new Admission.Ended(Instant.ofEpochMilli(Long.parseLong(answer.get(1))));
            case "FENCED" -> new Admission.NotReady(Cause.FENCED);
            case "MISSING" -> new Admission.NotReady(Cause.MISSING);
            default -> throw new IllegalStateException("reserve.lua answered " + answer);
        };
    }

    /** What was asked of {@link #release}. */
    public record Hold(long userId, long ticketId, boolean giveUnitBack) {}

    public enum Release {
        RELEASED,
        /** The user holds nothing there, or another ticket: an earlier call did it. */
        NOT_HELD,
        /** There is no gate; its rebuild will learn from the database that the hold has ended. */
        MISSING
    }

    /**
     * Ends holds, each at most once. The database must have ended them before: a rebuild in between reads it there.
     */
    public List<Release> release(long offerId, List<Hold> holds) {
        Object[] arguments = holds.stream()
                .flatMap(hold -> Stream.of(
                        Long.toString(hold.userId()), Long.toString(hold.ticketId()), hold.giveUnitBack() ? "1" : "0"))
                .toArray();
        return RELEASE.answers(redis, List.of(keys.gate(offerId), keys.holders(offerId)), arguments).stream()
                .map(Release::valueOf)
                .toList();
    }

    public enum Amendment {
        AMENDED,
        /** The gate knew this revision, or a later one. */
        STALE,
        /** There is no gate; its rebuild will read the newest revision. */
        MISSING
    }

    /** Tells the gate of a change of its offer; stock that was added becomes available, exactly once. */
    public Amendment amend(Offer offer) {
        return Amendment.valueOf(AMEND.answer(
                redis,
                List.of(keys.gate(offer.id())),
                Long.toString(offer.revision()),
                Long.toString(offer.opensAt().toEpochMilli()),
                Long.toString(offer.closesAt().toEpochMilli()),
                offer.terms(),
                Long.toString(offer.totalStock())));
    }

    /** The gate now; empty when it, or a part of it, is not there. */
    public Optional<GateState> state(long offerId) {
        List<String> answer = STATE.answers(redis, List.of(keys.gate(offerId), keys.holders(offerId)));
        return answer.getFirst().equals("PRESENT") ? Optional.of(GateState.parse(answer)) : Optional.empty();
    }

    /** The users who hold units, in no order. At one moment: exact until the next admission or release. */
    public long[] holders(long offerId) {
        return redis.<String, String>getMap(keys.holders(offerId), StringCodec.INSTANCE).readAllKeySet().stream()
                .filter(user -> !user.equals(EPOCH))
                .mapToLong(GateKeys::userAt)
                .distinct()
                .toArray();
    }

    /** For whom the ticket was made, {offer, user}; empty when Redis remembers no such ticket. */
    public Optional<Holder> ticket(long ticketId) {
        String holder = redis.<String>getBucket(keys.ticket(ticketId), StringCodec.INSTANCE)
                .get();
        if (holder == null) {
            return Optional.empty();
        }
        int colon = holder.indexOf(':');
        return Optional.of(
                new Holder(Long.parseLong(holder.substring(0, colon)), Long.parseLong(holder.substring(colon + 1))));
    }

    /** Who a ticket was made for. */
    public record Holder(long offerId, long userId) {}

    /** The offers among these that share their shard with the ticket, and so may have issued it. */
    public static LongStream possibleIssuers(long ticketId, LongStream offers) {
        return offers.filter(offer -> Shards.of(offer) == TicketIds.shardOf(ticketId));
    }

    /** Closes the gate; from now on nobody is admitted. The fence names whoever will rebuild it. */
    void fence(long offerId, String fence) {
        FENCE.answer(redis, List.of(keys.gate(offerId)), fence);
    }

    /** Whether the fence was still ours; otherwise nothing was changed. */
    boolean load(long offerId, String fence, boolean first, Map<String, Long> ticketsByPlace) {
        List<Object> arguments = new ArrayList<>();
        arguments.add(fence);
        arguments.add(first ? "1" : "0");
        ticketsByPlace.forEach((place, ticket) -> {
            arguments.add(place);
            arguments.add(ticket.toString());
        });
        return LOAD.answer(redis, List.of(keys.gate(offerId), keys.holders(offerId)), arguments.toArray())
                .equals("LOADED");
    }

    /** Whether the fence was still ours; otherwise nothing was changed. */
    boolean reopen(Offer offer, String fence, long remaining) {
        return REOPEN.answer(
                        redis,
                        List.of(keys.gate(offer.id()), keys.holders(offer.id())),
                        fence,
                        Long.toString(remaining),
                        Long.toString(offer.totalStock()),
                        Long.toString(offer.revision()),
                        Long.toString(offer.opensAt().toEpochMilli()),
                        Long.toString(offer.closesAt().toEpochMilli()),
                        offer.terms(),
                        Integer.toString(offer.perUser()))
                .equals("REOPENED");
    }

    Outbox outbox() {
        return new Outbox(redis, keys);
    }
}
