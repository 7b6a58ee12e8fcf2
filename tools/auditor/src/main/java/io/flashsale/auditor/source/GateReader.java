package io.flashsale.auditor.source;

import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.Gate.State;
import io.flashsale.auditor.snapshot.Holders;
import io.flashsale.auditor.snapshot.Offer;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import io.flashsale.contracts.campaign.CampaignKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.redisson.api.BatchOptions;
import org.redisson.api.BatchOptions.ExecutionMode;
import org.redisson.api.RBatch;
import org.redisson.api.RFuture;
import org.redisson.api.RScript;
import org.redisson.api.RStream;
import org.redisson.api.RedissonClient;
import org.redisson.api.stream.StreamMessageId;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the gates of sales in Redis, only with read commands and without the scripts of {@code admission}.
 *
 * <p>The names of keys and fields are written a second time (docs/redis-and-kafka.md), so that the auditor does
 * not repeat a mistake there. All methods throw {@link SourceUnavailableException}.
 */
public final class GateReader {

    private static final int CHUNK = 1_000;
    private static final String EPOCH = "epoch";
    private static final JsonMapper JSON = JsonMapper.shared();

    /**
     * Returns the name of the server's run, or "" if no gate is of this run: nobody has named it yet. A script, because
     * the server that has the key must answer.
     */
    private static final String RUN = """
            local replication = redis.call('INFO', 'replication')
            local key = string.match(KEYS[1], '^{[^}]*}') .. ':run'
            local name, promotion = unpack(redis.call('HMGET', key, 'name', 'promotion'))
            local second = string.match(replication, 'master_replid2:(%x+)')
            local ofThisRun = name and string.match(replication, 'role:(%a+)') == 'master'
                and string.match(name, '^%x+') == string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
                and (second == promotion or second == string.rep('0', 40))
            return ofThisRun and name or ''""";

    private final RedissonClient redis;
    private final String kind;

    /** The gates of sales. */
    public GateReader(RedissonClient redis) {
        this(redis, CampaignKind.SALE);
    }

    /** @param kind of campaign, a {@link CampaignKind}, as in the names of the keys */
    public GateReader(RedissonClient redis, String kind) {
        this.redis = redis;
        this.kind = kind;
    }

    /** The gate of a campaign with one gate, at one moment. */
    public Gate gate(long saleId) {
        return gate(saleId, 0);
    }

    /** The number of buckets according to the first gate; 1 if there is none. */
    public int buckets(long saleId) {
        return reading(() -> {
            String buckets = redis.<String, String>getMap(BucketLocations.gate(kind, saleId, 0), StringCodec.INSTANCE)
                    .get("buckets");
            return buckets == null ? 1 : Integer.parseInt(buckets);
        });
    }

    /** The gates of all buckets of the sale, each at its own moment. */
    public List<Gate> gates(long saleId, int buckets) {
        return IntStream.range(0, buckets)
                .mapToObj(bucket -> gate(saleId, bucket))
                .toList();
    }

    private Gate gate(long saleId, int bucket) {
        String gateKey = BucketLocations.gate(kind, saleId, bucket);
        return reading(() -> {
            RBatch batch = redis.createBatch(BatchOptions.defaults().executionMode(ExecutionMode.IN_MEMORY_ATOMIC));
            RFuture<Map<String, String>> gate =
                    batch.<String, String>getMap(gateKey, StringCodec.INSTANCE).readAllMapAsync();
            var holders = batch.<String, String>getMap(holdersOf(gateKey), StringCodec.INSTANCE);
            RFuture<String> holdersEpoch = holders.getAsync(EPOCH);
            RFuture<Integer> holdersSize = holders.sizeAsync();
            batch.execute();
            return parse(gateKey, gate.resultNow(), holdersEpoch.resultNow(), holdersSize.resultNow());
        });
    }

    /**
     * The holders of units in all buckets.
     *
     * <p>They are of one moment only if the gates are equal before and after, because every change shows there.
     */
    public Holders holders(long saleId, int buckets) {
        return reading(() -> {
            Holders holders = new Holders();
            for (int number = 0; number < buckets; number++) {
                int bucket = number;
                eachHolder(saleId, bucket, (user, order) -> {
                    if (BucketLocations.home(user, buckets) == bucket) {
                        holders.add(user, order);
                    } else {
                        holders.addAstray(user, order);
                    }
                });
            }
            return holders;
        });
    }

    /**
     * The holder of each reservation, for a campaign with one gate that allows a user several.
     *
     * <p>They are of one moment under the same condition as {@link #holders}.
     */
    public Map<Long, Long> reservationHolders(long campaignId) {
        return reading(() -> {
            Map<Long, Long> holders = new HashMap<>();
            eachHolder(campaignId, 0, (user, order) -> holders.put(order, user));
            return holders;
        });
    }

    /** @param holder is given the user and the order of each unit that is held in the bucket */
    private void eachHolder(long saleId, int bucket, BiConsumer<Long, Long> holder) {
        redis.<String, String>getMap(holdersOf(BucketLocations.gate(kind, saleId, bucket)), StringCodec.INSTANCE)
                .entrySet(CHUNK)
                .forEach(entry -> {
                    if (!entry.getKey().equals(EPOCH)) {
                        holder.accept(userAt(entry.getKey()), Long.valueOf(entry.getValue()));
                    }
                });
    }

    /** The user of a place among the holders: their first has their name, the others also '#' and a number. */
    private static long userAt(String place) {
        int mark = place.indexOf('#');
        return Long.parseLong(mark < 0 ? place : place.substring(0, mark));
    }

    /** Groups of reservations of the sale, in all buckets, that Kafka has not acknowledged. */
    public long outboxLength(long saleId, int buckets) {
        return IntStream.range(0, buckets)
                .mapToLong(bucket -> outboxOf(saleId, bucket))
                .sum();
    }

    private long outboxOf(long saleId, int bucket) {
        return reading(() -> {
            RStream<String, String> outbox =
                    redis.getStream(BucketLocations.tag(saleId, bucket) + ":" + kind + ":outbox", StringCodec.INSTANCE);
            String sale = BucketLocations.nameInOutbox(saleId, bucket);
            long found = 0;
            StreamMessageId from = StreamMessageId.MIN;
            while (true) {
                Map<StreamMessageId, Map<String, String>> entries = outbox.range(CHUNK, from, StreamMessageId.MAX);
                found += entries.values().stream()
                        .filter(entry -> sale.equals(entry.get("campaign")))
                        .count();
                if (entries.size() < CHUNK) {
                    return found;
                }
                StreamMessageId last = entries.keySet().stream().reduce(from, (first, second) -> second);
                from = new StreamMessageId(last.getId0(), last.getId1() + 1);
            }
        });
    }

    private Gate parse(String gateKey, Map<String, String> gate, @Nullable String holdersEpoch, int holdersSize) {
        if (gate.containsKey("lease")) {
            return Gate.without(State.REBUILDING);
        }
        String epoch = gate.get(EPOCH);
        if (epoch == null || !epoch.equals(holdersEpoch)) {
            return Gate.without(State.MISSING);
        }
        try {
            return new Gate(
                    run(gateKey).equals(gate.get("runId")) ? State.WARM : State.OTHER_RUN,
                    epoch,
                    number(gate, "remaining"),
                    number(gate, "total"),
                    number(gate, "revision"),
                    number(gate, "returned"),
                    holdersSize - 1L,
                    Long.parseLong(gate.getOrDefault("moved", "0")),
                    offer(gate));
        } catch (NumberFormatException | JacksonException incomplete) {
            return Gate.without(State.MISSING);
        }
    }

    /** The terms are JSON, or empty for coupon templates. */
    private static Offer offer(Map<String, String> gate) {
        JsonNode terms = JSON.readTree(gate.getOrDefault("terms", ""));
        return new Offer(
                number(gate, "opensAt"),
                number(gate, "closesAt"),
                terms.path("title").asString(""),
                terms.path("priceCents").asLong(0));
    }

    private static long number(Map<String, String> gate, String field) {
        return Long.parseLong(gate.getOrDefault(field, ""));
    }

    /** The run of the server that has the gate. */
    private String run(String gateKey) {
        return redis.getScript(StringCodec.INSTANCE)
                .eval(RScript.Mode.READ_ONLY, RUN, RScript.ReturnType.STRING, List.of(gateKey));
    }

    private static <T> T reading(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RedisException fault) {
            throw new SourceUnavailableException(Source.REDIS, fault);
        }
    }

    private static String holdersOf(String gateKey) {
        return gateKey + ":holders";
    }
}
