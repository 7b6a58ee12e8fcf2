package io.flashsale.admission;

import io.flashsale.admission.redis.LuaScript;
import io.flashsale.admission.redis.Shards;
import io.flashsale.admission.redis.StockGateKeys;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/** Notes in each shard on which run of its server all its gates were seen warm. */
final class WarmShards {

    private static final LuaScript SHARD = LuaScript.named("shard");
    private static final LuaScript WARM = LuaScript.named("warm");

    private final RedissonClient redis;
    private final StockGateKeys keys;

    WarmShards(RedissonClient redis, StockGateKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /**
     * The run of the server that has a shard.
     *
     * @param allSeenWarm whether all gates were there on this run; then no earlier reservation is forgotten
     */
    record Shard(String run, boolean allSeenWarm) {}

    /** All shards, without those whose server does not answer; throws if none answers. */
    Map<Integer, Shard> all() {
        return read(IntStream.range(0, Shards.COUNT));
    }

    /** Whether all gates of the shard were seen warm on the present run of its server. */
    boolean wasSeenWarm(int shard) {
        return read(IntStream.of(shard)).values().stream().anyMatch(Shard::allSeenWarm);
    }

    private Map<Integer, Shard> read(IntStream numbers) {
        Map<Integer, CompletionStage<List<String>>> answers = new LinkedHashMap<>();
        numbers.forEach(shard -> answers.put(shard, SHARD.answersAsync(redis, List.of(keys.warmRun(shard)))));
        Map<Integer, Shard> shards = new HashMap<>();
        LuaScript.readAll(
                answers,
                (shard, answer) ->
                        shards.put(shard, new Shard(answer.get(0), answer.get(1).equals("1"))));
        return shards;
    }

    /** Notes that all gates of the shard were warm on this run; does nothing if the server is another one by now. */
    void noteWarm(int shard, String run) {
        WARM.answer(redis, List.of(keys.warmRun(shard)), run);
    }

    void noteCold(int shard) {
        redis.getBucket(keys.warmRun(shard), StringCodec.INSTANCE).delete();
    }
}
