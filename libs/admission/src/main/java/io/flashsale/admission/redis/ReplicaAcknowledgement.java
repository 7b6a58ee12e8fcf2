package io.flashsale.admission.redis;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.flashsale.admission.ReservationGroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.redisson.api.BatchOptions;
import org.redisson.api.BatchResult;
import org.redisson.api.RBatch;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether replicas of Redis have entries of the outbox ({@code WAIT}).
 *
 * <p>{@code WAIT} covers only what its own connection has written, and another connection wrote the entries. So this
 * writes something after the entries, together with the {@code WAIT}, and only if the entries are there. A replica
 * that has this write has everything before it.
 *
 * <p>Guarantees that an entry it reports as held was on so many replicas, at the moment of the answer. Does not
 * guarantee that one of these is promoted: Sentinel and Cluster choose the replica that has most, as far as they can
 * tell.
 */
public final class ReplicaAcknowledgement {

    private static final Logger log = LoggerFactory.getLogger(ReplicaAcknowledgement.class);
    private static final LuaScript REPLICATED = LuaScript.named("replicated");
    private static final String HELD = "HELD";

    private final RedissonClient redis;
    private final StockGateKeys keys;
    private final Replication replication;

    public ReplicaAcknowledgement(RedissonClient redis, StockGateKeys keys, Replication replication) {
        this.redis = redis;
        this.keys = keys;
        this.replication = replication;
    }

    /** Whether replicas are to be asked at all. */
    public boolean isRequired() {
        return replication.replicas() > 0;
    }

    /**
     * Asks for all groups at once, one command per shard, and waits at most twice the time-out.
     *
     * @return those that are not known to be on enough replicas
     */
    public List<ReservationGroup> missing(Collection<ReservationGroup> groups) {
        Map<Integer, List<ReservationGroup>> shards = groups.stream()
                .collect(groupingBy(group -> Shards.of(group.campaignId()), LinkedHashMap::new, toList()));
        Map<List<ReservationGroup>, CompletableFuture<Boolean>> answers = new LinkedHashMap<>();
        shards.forEach((shard, some) -> answers.put(some, isHeld(shard, some)));
        List<ReservationGroup> missing = new ArrayList<>();
        answers.forEach((some, held) -> {
            if (!held.join()) {
                missing.addAll(some);
            }
        });
        return missing;
    }

    private CompletableFuture<Boolean> isHeld(int shard, List<ReservationGroup> groups) {
        try {
            RBatch batch =
                    redis.createBatch(BatchOptions.defaults().sync(replication.replicas(), replication.timeout()));
            REPLICATED.addTo(
                    batch.getScript(StringCodec.INSTANCE),
                    List.of(keys.outbox(shard), keys.replicated(shard)),
                    groups.stream().flatMap(ReservationGroup::name).toArray());
            return batch.executeAsync()
                    .toCompletableFuture()
                    .thenApply(this::isHeld)
                    .completeOnTimeout(false, 2 * replication.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .exceptionally(fault -> {
                        log.debug("shard {}: nobody knows what replicas have", shard, fault);
                        return false;
                    });
        } catch (RuntimeException fault) {
            log.debug("shard {}: replicas cannot be asked", shard, fault);
            return CompletableFuture.completedFuture(false);
        }
    }

    private boolean isHeld(BatchResult<?> result) {
        return result.getSyncedSlaves() >= replication.replicas()
                && result.getResponses().contains(HELD);
    }
}
