package io.flashsale.entry;

import io.flashsale.admission.StockGates;
import io.flashsale.admission.redis.LuaScript;
import io.flashsale.entry.Clearing.Cleared;
import io.flashsale.entry.redis.EntryKeys;
import io.flashsale.entry.sale.EntryMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;
import org.redisson.api.stream.StreamMessageId;
import org.redisson.client.codec.StringCodec;
import org.springframework.stereotype.Component;

/**
 * The entry to sales in Redis; each method runs one script. All methods throw Redisson's {@code RedisException} when
 * Redis does not answer, and may then be repeated.
 */
@Component
class EntryScripts {

    private static final LuaScript ENTER = LuaScript.named("entry/enter");
    private static final LuaScript TAKE = LuaScript.named("entry/take");
    private static final LuaScript RAISE = LuaScript.named("entry/raise");
    private static final LuaScript CLEAR = LuaScript.named("entry/clear");
    private static final LuaScript FILL = LuaScript.named("entry/fill");
    private static final LuaScript OPEN = LuaScript.named("entry/open");
    private static final LuaScript LOOK = LuaScript.named("entry/look");
    private static final LuaScript STEP = LuaScript.named("entry/step");
    private static final LuaScript DRAW = LuaScript.named("entry/draw");
    private static final LuaScript RESTORE = LuaScript.named("entry/restore");

    private static final int CHUNK = 500;

    /** How long a ticket is valid: enough to read and click, and short, because it keeps a unit from others. */
    static final Duration TICKET_TTL = Duration.ofMinutes(2);

    private final RedissonClient redis;

    EntryScripts(RedissonClient redis) {
        this.redis = redis;
    }

    /**
     * @param mode of the sale
     * @param countedFrom network to count if the number is new; null for none
     */
    Entering enter(long saleId, long userId, EntryMode mode, @Nullable String countedFrom) {
        EntryKeys keys = EntryKeys.of(saleId);
        List<String> answer = ENTER.answers(
                redis,
                List.of(keys.gate(), keys.entry(), keys.numbers(), keys.tickets(), keys.log(), keys.networks()),
                Long.toString(userId),
                mode.name(),
                countedFrom == null ? "" : countedFrom);
        return switch (answer.getFirst()) {
            case "NUMBER" -> new Entering.Entered(Long.parseLong(answer.get(1)), instant(answer.get(2)));
            case "EXHAUSTED" -> new Entering.Exhausted(answer.get(1));
            case "UNDRAWN" -> new Entering.Undrawn();
            case "SOLD_OUT" -> new Entering.SoldOut();
            case "NOT_OPEN" -> new Entering.NotOpen(instant(answer.get(1)));
            case "ENDED" -> new Entering.Ended();
            case "MISSING" -> new Entering.Missing();
            default -> throw new IllegalStateException("enter.lua answered " + answer);
        };
    }

    /** @param needsTurn whether it has to be the number's turn */
    Taking take(long saleId, long userId, long number, boolean needsTurn) {
        return take(saleId, userId, number, flag(needsTurn), "");
    }

    /**
     * The same for a number whose ticket has not reached its user.
     *
     * @param lost when this ticket was issued; the number may have got another one since
     */
    Taking takeAnew(long saleId, long userId, long number, Instant lost) {
        return take(saleId, userId, number, "", Long.toString(lost.toEpochMilli()));
    }

    private Taking take(long saleId, long userId, long number, String needsTurn, String lost) {
        EntryKeys keys = EntryKeys.of(saleId);
        List<String> answer = TAKE.answers(
                redis,
                List.of(
                        keys.gate(),
                        keys.entry(),
                        keys.numbers(),
                        keys.turns(),
                        keys.tickets(),
                        keys.issued(),
                        keys.used(),
                        keys.putBack()),
                Long.toString(userId),
                Long.toString(number),
                Long.toString(TICKET_TTL.toMillis()),
                needsTurn,
                lost);
        return switch (answer.getFirst()) {
            case "ISSUED" -> new Taking.Issued(instant(answer.get(1)), instant(answer.get(2)), instant(answer.get(3)));
            case "USED" -> new Taking.Used();
            case "NO_TURN" ->
                new Taking.NoTurn(Long.parseLong(answer.get(1)), answer.get(2).equals("1"));
            case "SOLD_OUT" -> new Taking.SoldOut();
            case "UNKNOWN" -> new Taking.Unknown();
            case "OTHER_NUMBER" -> new Taking.OtherNumber();
            case "NOT_OPEN" -> new Taking.NotOpen(instant(answer.get(1)));
            case "ENDED" -> new Taking.Ended();
            case "MISSING" -> new Taking.Missing();
            default -> throw new IllegalStateException("take.lua answered " + answer);
        };
    }

    /** Lets numbers be given up to this one. Returns false if the entry is of another run of the server. */
    boolean raise(long saleId, String run, long mark) {
        return RAISE.answer(redis, List.of(EntryKeys.of(saleId).entry()), run, Long.toString(mark))
                .equals("RAISED");
    }

    /** The name of the rebuild that made the entry, or is making it; empty if there is none. */
    String making(long saleId) {
        String making = redis.<String, String>getMap(EntryKeys.of(saleId).entry(), StringCodec.INSTANCE)
                .get("making");
        return making == null ? "" : making;
    }

    /**
     * @param mayGive the run that MySQL lets give numbers; an entry that is open under it stays
     * @param old the result of {@link #making}; a rebuild that began since stays, too
     */
    Clearing clear(long saleId, String mayGive, String old) {
        return clear(saleId, mayGive, old, UUID.randomUUID().toString());
    }

    Clearing clear(long saleId, String mayGive, String old, String making) {
        List<String> answer = CLEAR.answers(redis, EntryKeys.of(saleId).ofClearing(), mayGive, making, old);
        return switch (answer.getFirst()) {
            case "CLEARED" -> new Cleared(answer.get(1), making, instant(answer.get(2)));
            case "OPEN" -> new Clearing.Open();
            case "NOT_YET" -> new Clearing.NotYet();
            case "CHANGED" -> new Clearing.Changed();
            default -> throw new IllegalStateException("clear.lua answered " + answer);
        };
    }

    /** A fact that MySQL knows, in the words of {@code fill.lua}. */
    record Fact(String what, String key, String value) {}

    /** Returns false if the entry is no longer the cleared one. */
    boolean fill(long saleId, Cleared cleared, Stream<Fact> facts) {
        EntryKeys keys = EntryKeys.of(saleId);
        List<Object> names = List.of(
                keys.entry(), keys.numbers(), keys.turns(), keys.tickets(), keys.issued(), keys.used(), keys.putBack());
        return facts.gather(Gatherers.windowFixed(CHUNK)).allMatch(chunk -> {
            List<String> arguments = new ArrayList<>(1 + 3 * chunk.size());
            arguments.add(cleared.making());
            chunk.forEach(fact -> arguments.addAll(List.of(fact.what(), fact.key(), fact.value())));
            return FILL.answer(redis, names, arguments.toArray()).equals("FILLED");
        });
    }

    /**
     * Opens the entry. Returns false if the server is another one by now, or the entry not the cleared one.
     *
     * @param unclaimed how many numbers up to {@code given} belong to nobody and have places behind {@code serving}
     */
    boolean open(long saleId, Cleared cleared, long given, long mark, long serving, long unclaimed) {
        return OPEN.answer(
                        redis,
                        List.of(EntryKeys.of(saleId).entry()),
                        cleared.run(),
                        Long.toString(given),
                        Long.toString(mark),
                        Long.toString(serving),
                        Long.toString(unclaimed),
                        cleared.making())
                .equals("OPENED");
    }

    /** Reads the entry; empty if gate or entry are missing or have to be rebuilt. */
    Optional<EntryState> look(long saleId) {
        EntryKeys keys = EntryKeys.of(saleId);
        return EntryState.parse(
                LOOK.answers(redis, List.of(keys.gate(), keys.entry(), keys.turns(), keys.tickets(), keys.putBack())));
    }

    /**
     * A second of a waiting room.
     *
     * @param last place that is served, or passed over
     * @param numbers at these places, without those that belong to nobody
     * @param putBack how many restored numbers are served before
     * @param pace places a second
     */
    record Step(long last, List<Long> numbers, long putBack, long pace, Duration turn) {}

    /**
     * The result of a step.
     *
     * @param at by the clock of Redis
     * @param putBack restored numbers that have their turn now
     */
    record Served(Instant at, List<Long> putBack) {}

    /** Serves places; empty if the entry has changed since the look: then nobody was served. */
    Optional<Served> step(long saleId, EntryState state, Step step) {
        List<String> arguments = new ArrayList<>(List.of(
                state.run(),
                Long.toString(state.serving()),
                Long.toString(step.last()),
                Long.toString(state.restored()),
                Long.toString(step.pace()),
                Long.toString(step.turn().toMillis()),
                Long.toString(
                        state.closesAt().plus(StockGates.KEPT_AFTER_CLOSING).toEpochMilli()),
                Long.toString(step.last() - state.serving() - step.numbers().size()),
                Long.toString(step.putBack())));
        step.numbers().forEach(number -> arguments.add(number.toString()));
        List<String> answer = STEP.answers(redis, EntryKeys.of(saleId).ofStep(), arguments.toArray());
        if (!answer.getFirst().equals("SERVED")) {
            return Optional.empty();
        }
        List<Long> putBack = answer.stream().skip(2).map(Long::valueOf).toList();
        return Optional.of(new Served(instant(answer.get(1)), putBack));
    }

    /**
     * Lets numbers be given after the opening of a lottery. Returns false if the entry is of another run of the
     * server.
     *
     * @param size how many were given before, as MySQL has it
     */
    boolean draw(long saleId, String run, long size) {
        return DRAW.answer(redis, List.of(EntryKeys.of(saleId).entry()), run, Long.toString(size))
                .equals("DRAWN");
    }

    /**
     * Restores a number that MySQL has. Returns false if the entry is no longer of this run, or has passed the place
     * over only now.
     *
     * @param place of the number; beyond all places if it is unknown yet
     * @param passedOver whether, by MySQL, the number waits for its turn because its place was passed over
     */
    boolean restore(EntrySigner.Signed pass, String run, long place, boolean passedOver) {
        EntryKeys keys = EntryKeys.of(pass.saleId());
        return RESTORE.answer(
                        redis,
                        List.of(keys.entry(), keys.numbers(), keys.putBack()),
                        run,
                        Long.toString(pass.userId()),
                        Long.toString(pass.number()),
                        Long.toString(pass.moment().toEpochMilli()),
                        Long.toString(place),
                        flag(passedOver))
                .equals("RESTORED");
    }

    record Given(long number, Instant at) {}

    /** The user's number; empty if Redis knows none. */
    Optional<Given> given(long saleId, long userId) {
        String known = redis.<String, String>getMap(EntryKeys.of(saleId).numbers(), StringCodec.INSTANCE)
                .get(Long.toString(userId));
        if (known == null) {
            return Optional.empty();
        }
        String[] parts = known.split(":", 2);
        return Optional.of(new Given(Long.parseLong(parts[0]), instant(parts[1])));
    }

    /** An entry of the log: a user was given a number. */
    record Logged(StreamMessageId id, long userId, long number, Instant at) {}

    /** The oldest entries of the log, which MySQL may not know. */
    List<Logged> logged(long saleId, int max) {
        return redis
                .<String, String>getStream(EntryKeys.of(saleId).log(), StringCodec.INSTANCE)
                .range(max, StreamMessageId.MIN, StreamMessageId.MAX)
                .entrySet()
                .stream()
                .map(line -> logged(line.getKey(), line.getValue()))
                .toList();
    }

    private static Logged logged(StreamMessageId id, Map<String, String> fields) {
        return new Logged(
                id,
                Long.parseLong(Objects.requireNonNull(fields.get("user"))),
                Long.parseLong(Objects.requireNonNull(fields.get("number"))),
                instant(Objects.requireNonNull(fields.get("at"))));
    }

    /** Removes entries that MySQL knows from the log. */
    void forget(long saleId, List<Logged> lines) {
        redis.<String, String>getStream(EntryKeys.of(saleId).log(), StringCodec.INSTANCE)
                .remove(lines.stream().map(Logged::id).toArray(StreamMessageId[]::new));
    }

    private static String flag(boolean set) {
        return set ? "1" : "";
    }

    static Instant instant(String millis) {
        return Instant.ofEpochMilli(Long.parseLong(millis));
    }
}
