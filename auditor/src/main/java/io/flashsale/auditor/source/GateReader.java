package io.flashsale.auditor.source;

import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.Gate.State;
import io.flashsale.auditor.snapshot.Holders;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import io.flashsale.contracts.campaign.CampaignKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
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

/**
 * Reads the gates of sales in Redis, with commands that only read and without the scripts of {@code admission}. The
 * names of keys and fields are written down here a second time (docs/architecture.md, "Keys and shards in Redis"), so
 * that a mistake there is not repeated here. All methods throw {@link SourceUnavailableException}.
 */
public final class GateReader {

    private static final int SHARDS = 16;
    private static final int CHUNK = 1_000;
    private static final String EPOCH = "epoch";

    /** Names the process and its term as master: a script, because it must be the server that has the key which answers. */
    private static final String RUN = """
            return string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') .. ':'
                .. string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')""";

    private final RedissonClient redis;
    private final String kind;

    /** The gates of sales. */
    public GateReader(RedissonClient redis) {
        this(redis, CampaignKind.SALE);
    }

    /**
     * @param kind of campaign, a {@link CampaignKind}, as in the names of the keys
     */
    public GateReader(RedissonClient redis, String kind) {
        this.redis = redis;
        this.kind = kind;
    }

    /** The gate at one moment. */
    public Gate gate(long saleId) {
        return reading(() -> {
            RBatch batch = redis.createBatch(BatchOptions.defaults().executionMode(ExecutionMode.IN_MEMORY_ATOMIC));
            RFuture<Map<String, String>> gate = batch.<String, String>getMap(gateKey(saleId), StringCodec.INSTANCE)
                    .readAllMapAsync();
            var holders = batch.<String, String>getMap(holdersKey(saleId), StringCodec.INSTANCE);
            RFuture<String> holdersEpoch = holders.getAsync(EPOCH);
            RFuture<Integer> holdersSize = holders.sizeAsync();
            batch.execute();
            return parse(saleId, gate.resultNow(), holdersEpoch.resultNow(), holdersSize.resultNow());
        });
    }

    /** Who holds a unit. Not of one moment: it is, if the gate is the same before and after, as every change shows there. */
    public Holders holders(long saleId) {
        return reading(() -> {
            Holders holders = new Holders();
            redis.<String, String>getMap(holdersKey(saleId), StringCodec.INSTANCE)
                    .entrySet(CHUNK)
                    .forEach(entry -> {
                        if (!entry.getKey().equals(EPOCH)) {
                            holders.add(Long.parseLong(entry.getKey()), Long.parseLong(entry.getValue()));
                        }
                    });
            return holders;
        });
    }

    /** Who holds which reservation, where a user may hold several: user by reservation. As of one moment as {@link #holders}. */
    public Map<Long, Long> reservationHolders(long campaignId) {
        return reading(() -> {
            Map<Long, Long> holders = new HashMap<>();
            redis.<String, String>getMap(holdersKey(campaignId), StringCodec.INSTANCE)
                    .entrySet(CHUNK)
                    .forEach(entry -> {
                        if (!entry.getKey().equals(EPOCH)) {
                            String user = entry.getKey().replaceFirst("#.*", "");
                            holders.put(Long.valueOf(entry.getValue()), Long.valueOf(user));
                        }
                    });
            return holders;
        });
    }

    /** Groups of reservations of the sale that Kafka is not known to have. */
    public long outboxLength(long saleId) {
        return reading(() -> {
            RStream<String, String> outbox =
                    redis.getStream(tag(saleId) + ":" + kind + ":outbox", StringCodec.INSTANCE);
            String sale = Long.toString(saleId);
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

    private Gate parse(long saleId, Map<String, String> gate, @Nullable String holdersEpoch, int holdersSize) {
        if (gate.containsKey("lease")) {
            return Gate.without(State.REBUILDING);
        }
        String epoch = gate.get(EPOCH);
        if (epoch == null || !epoch.equals(holdersEpoch)) {
            return Gate.without(State.MISSING);
        }
        try {
            return new Gate(
                    run(saleId).equals(gate.get("runId")) ? State.WARM : State.OTHER_RUN,
                    epoch,
                    number(gate, "remaining"),
                    number(gate, "total"),
                    number(gate, "revision"),
                    number(gate, "returned"),
                    holdersSize - 1L);
        } catch (NumberFormatException incomplete) {
            return Gate.without(State.MISSING);
        }
    }

    private static long number(Map<String, String> gate, String field) {
        return Long.parseLong(gate.getOrDefault(field, ""));
    }

    /** Of the server that has the gate, whichever of several that is. */
    private String run(long saleId) {
        return redis.getScript(StringCodec.INSTANCE)
                .eval(RScript.Mode.READ_ONLY, RUN, RScript.ReturnType.STRING, List.of(gateKey(saleId)));
    }

    private static <T> T reading(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RedisException fault) {
            throw new SourceUnavailableException(Source.REDIS, fault);
        }
    }

    private String gateKey(long saleId) {
        return tag(saleId) + ":" + kind + ":" + saleId;
    }

    private String holdersKey(long saleId) {
        return gateKey(saleId) + ":holders";
    }

    private static String tag(long saleId) {
        return "{s" + Math.floorMod(saleId, SHARDS) + "}";
    }
}
