package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.flashsale.admission.StockGates.Release;
import io.flashsale.admission.StockGates.Request;
import io.flashsale.admission.outbox.ReservationOutbox;
import io.flashsale.admission.redis.LuaScript;
import io.flashsale.admission.redis.Shards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RMap;
import org.redisson.api.RStream;
import org.redisson.api.stream.StreamAddArgs;
import org.redisson.api.stream.StreamMessageId;
import org.redisson.client.codec.StringCodec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * This version and the previous release work on the same keys in Redis. What the release kept there, and its scripts,
 * are recorded in {@code src/test/resources}; docs/releasing.md says how a release records its own.
 */
class RecordedGateIT {

    /** The previous release: its instances may run beside those of this version. */
    private static final String RELEASE = "1.0";

    private static final Path FOLDER = Path.of("src/test/resources/lua/recorded", RELEASE);
    private static final int SHARD = Shards.of(CAMPAIGN);

    private static final Campaign OFFERED = new Campaign(
            CAMPAIGN,
            3,
            Instant.parse("2020-01-01T00:00:00Z"),
            Instant.parse("2100-01-01T00:00:00Z"),
            10,
            "{\"price\":1}",
            2);

    private static final long HOLDER = 7;
    private static final long NEWCOMER = 8;

    /** What {@code saved-group.json} says, as a row of reservation_backlog. */
    private static final ReservationGroup SAVED = new ReservationGroup(
            "1795806935647-0",
            CAMPAIGN,
            "{\"price\":1}",
            Instant.parse("2026-11-27T10:00:00.123Z"),
            List.of(
                    new UserReservation(16_000_026, HOLDER, "correlation-7", UserReservation.NO_TICKET),
                    new UserReservation(16_000_042, NEWCOMER, "", 31)));

    private final RedisFixture redis = new RedisFixture();

    @AfterEach
    void close() {
        redis.close();
    }

    /** What Redis has of a campaign after a shopper was admitted. */
    private record Kept(
            Map<String, String> gate,
            Map<String, String> holders,
            String entry,
            Map<String, String> fields,
            long reservationId,
            String reservation) {}

    private RMap<String, String> map(String key) {
        return redis.redis.getMap(key, StringCodec.INSTANCE);
    }

    private RStream<String, String> stream() {
        return redis.redis.getStream(redis.keys.outbox(SHARD), StringCodec.INSTANCE);
    }

    private Kept kept(ReservationGroup group) {
        return new Kept(
                new TreeMap<>(map(redis.keys.gate(CAMPAIGN)).readAllMap()),
                new TreeMap<>(map(redis.keys.holders(CAMPAIGN)).readAllMap()),
                group.outboxEntry(),
                stream()
                        .range(StreamMessageId.MIN, StreamMessageId.MAX)
                        .values()
                        .iterator()
                        .next(),
                RedisFixture.idOf(group),
                redis.redis
                        .<String>getBucket(redis.keys.reservation(RedisFixture.idOf(group)), StringCodec.INSTANCE)
                        .get());
    }

    /** A release removes the recordings before it; then this writes its own. */
    @BeforeEach
    void recordIfMissing() throws IOException {
        if (Files.exists(FOLDER)) {
            return;
        }
        Files.createDirectories(FOLDER);
        Kept kept = kept(redis.open(OFFERED).admitted(HOLDER));
        Files.writeString(
                FOLDER.resolve("gate.json"),
                JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(kept) + "\n");
        Files.writeString(
                FOLDER.resolve("saved-group.json"), JsonMapper.shared().writeValueAsString(SAVED) + "\n");
        for (String script : List.of("state", "reserve", "overdue", "forget", "release")) {
            Files.writeString(
                    FOLDER.resolve(script + ".lua"), LuaScript.named(script).text());
        }
        fail(FOLDER + " was missing. This version has recorded its own: only a release commits that.");
    }

    /** Runs a script of the previous release. */
    private List<String> recorded(String script, List<Object> keys, Object... arguments) {
        Object[] texts = Stream.of(arguments).map(String::valueOf).toArray();
        return LuaScript.named("recorded/" + RELEASE + "/" + script).answers(redis.redis, keys, texts);
    }

    /** Puts into Redis what the previous release kept there, of the present run of the server. */
    private void restore(Kept kept, boolean withUnknownFields) {
        redis.open(OFFERED);
        RMap<String, String> gate = map(redis.keys.gate(CAMPAIGN));
        String run = gate.get("runId");
        gate.clear();
        gate.putAll(kept.gate());
        gate.put("runId", run);
        RMap<String, String> holders = map(redis.keys.holders(CAMPAIGN));
        holders.clear();
        holders.putAll(kept.holders());
        Map<String, String> fields = new LinkedHashMap<>(kept.fields());
        if (withUnknownFields) {
            gate.put("ofALaterVersion", "1");
            fields.put("ofALaterVersion", "1");
        }
        String[] id = kept.entry().split("-", 2);
        stream().add(new StreamMessageId(Long.parseLong(id[0]), Long.parseLong(id[1])), StreamAddArgs.entries(fields));
        redis.redis
                .<String>getBucket(redis.keys.reservation(kept.reservationId()), StringCodec.INSTANCE)
                .set(kept.reservation());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldServeAGateOfAnotherVersion(boolean withUnknownFields) throws IOException {
        Kept kept = JsonMapper.shared().readValue(Files.readString(FOLDER.resolve("gate.json")), Kept.class);
        restore(kept, withUnknownFields);

        String epoch = kept.gate().getOrDefault("epoch", "");
        Instant opens = OFFERED.opensAt();
        Instant closes = OFFERED.closesAt();
        assertThat(redis.state())
                .isEqualTo(new StockGateState(epoch, false, true, 9, 10, 3, opens, closes, 0, 0, 1, 1, 0));
        assertThat(redis.gates.campaign(CAMPAIGN)).contains(OFFERED);
        assertThat(redis.gates.holderOf(kept.reservationId())).contains(new StockGates.Holder(CAMPAIGN, HOLDER));

        List<ReservationGroup> before = redis.waiting();
        assertThat(before).singleElement().satisfies(group -> {
            assertThat(group.campaignId()).isEqualTo(CAMPAIGN);
            assertThat(group.terms()).isEqualTo(OFFERED.terms());
            assertThat(group.admittedAt())
                    .isEqualTo(Instant.ofEpochMilli(Long.parseLong(kept.fields().getOrDefault("at", ""))));
            assertThat(group.reservations())
                    .containsExactly(new UserReservation(
                            kept.reservationId(), HOLDER, "correlation-" + HOLDER, UserReservation.NO_TICKET));
        });

        StockGates.Decided decided = redis.decide(List.of(
                new Request(kept.reservationId(), HOLDER, ""),
                new Request(kept.reservationId() + Shards.COUNT, HOLDER, ""),
                new Request(kept.reservationId() + 2 * Shards.COUNT, HOLDER, ""),
                new Request(kept.reservationId() + 3 * Shards.COUNT, NEWCOMER, "")));
        assertThat(decided.outcomes())
                .as("the recorded one is the first of the two units that a shopper may have")
                .containsExactly(
                        new Admission.AdmittedBefore(kept.reservationId()),
                        new Admission.Admitted(kept.reservationId() + Shards.COUNT),
                        new Admission.AlreadyHolding(kept.reservationId() + Shards.COUNT),
                        new Admission.Admitted(kept.reservationId() + 3 * Shards.COUNT));
        assertThat(decided.earlier()).contains(before.getFirst());
        assertThat(redis.waiting()).hasSize(2);

        assertThat(redis.outbox.forget(SHARD, before)).isEmpty();
        assertThat(redis.waiting()).doesNotContain(before.getFirst()).hasSize(1);
        assertThat(redis.release(HOLDER, kept.reservationId())).isEqualTo(Release.RELEASED);
        assertThat(redis.state().remaining()).isEqualTo(8);
        assertThat(redis.state().drift()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReadAGroupThatAnotherVersionSaved(boolean withUnknownFields) throws IOException {
        ObjectNode saved = recordedGroup();
        if (withUnknownFields) {
            saved.put("ofALaterVersion", 1);
            saved.path("reservations").forEach(one -> ((ObjectNode) one).put("ofALaterVersion", 1));
        }
        assertThat(JsonMapper.shared().readValue(saved.toString(), ReservationGroup.class))
                .isEqualTo(SAVED);
    }

    /** A new field may be added; none may vanish, or change its meaning. */
    @Test
    void shouldSaveAGroupThatThePreviousReleaseReads() throws IOException {
        JsonNode written = JsonMapper.shared().readTree(JsonMapper.shared().writeValueAsString(SAVED));
        ObjectNode recorded = recordedGroup();
        JsonNode reservations = Objects.requireNonNull(recorded.remove("reservations"));
        requireSame(recorded, written);
        for (int i = 0; i < reservations.size(); i++) {
            requireSame(reservations.path(i), written.path("reservations").path(i));
        }
    }

    private static ObjectNode recordedGroup() throws IOException {
        return (ObjectNode) JsonMapper.shared().readTree(Files.readString(FOLDER.resolve("saved-group.json")));
    }

    private static void requireSame(JsonNode recorded, JsonNode written) {
        recorded.forEachEntry((name, value) ->
                assertThat(written.path(name).toString()).as(name).isEqualTo(value.toString()));
    }

    /** With the keys and arguments of that release, which may be fewer than today's. */
    @Test
    void shouldKeepGatesThatThePreviousReleaseServes() {
        ReservationGroup today = redis.open(OFFERED).admitted(HOLDER);
        long id = RedisFixture.idOf(today);
        String gate = redis.keys.gate(CAMPAIGN);
        String holders = redis.keys.holders(CAMPAIGN);
        String outbox = redis.keys.outbox(SHARD);

        List<String> state = recorded("state", List.of(gate, holders));
        assertThat(String.join(" ", state.subList(2, state.size())))
                .isEqualTo("0 1 9 10 3 %d %d 0 0 1 1 0"
                        .formatted(
                                OFFERED.opensAt().toEpochMilli(),
                                OFFERED.closesAt().toEpochMilli()));

        long other = id + Shards.COUNT;
        long newcomer = id + 2 * Shards.COUNT;
        String late = redis.keys.late(CAMPAIGN);
        String first = redis.keys.reservation(id);
        List<Object> keys = List.of(gate, holders, outbox, late, first, redis.keys.reservation(newcomer));
        List<String> reserved =
                recorded("reserve", keys, CAMPAIGN, 3600, 1, 1, id, HOLDER, "", "", newcomer, NEWCOMER, "", "");
        assertThat(reserved.subList(2, 5)).containsExactly(OFFERED.terms(), "ADMITTED_BEFORE", "ADMITTED");
        assertThat(ReservationOutbox.groups(reserved.subList(5, reserved.size())))
                .containsExactly(today);

        List<String> overdue = recorded("overdue", List.of(outbox), 0, ReservationOutbox.BEGINNING, 10);
        assertThat(ReservationOutbox.groups(overdue)).hasSize(2).isEqualTo(redis.waiting());
        assertThat(redis.gates.holders(CAMPAIGN)).containsExactlyInAnyOrder(HOLDER, NEWCOMER);

        assertThat(recorded("forget", List.of(outbox), today.outboxEntry(), id)).isEmpty();
        assertThat(redis.waiting()).hasSize(1);
        assertThat(recorded("release", List.of(gate, holders), HOLDER, id, 1, NEWCOMER, other, 1))
                .containsExactly("RELEASED", "NOT_HELD");
        assertThat(redis.state().remaining()).isEqualTo(9);
        assertThat(redis.state().drift()).isZero();
    }
}
