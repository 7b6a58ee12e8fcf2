package io.flashsale.admission;

import static java.util.stream.Collectors.joining;

import io.flashsale.admission.StockGateRebuild.Held;
import io.flashsale.admission.redis.LuaScript;
import io.flashsale.admission.redis.StockGateKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.redisson.api.RedissonClient;

/**
 * The scripts of a rebuild, in the order in which it runs them. Each names the rebuild lease, and changes nothing
 * once that lease is lost.
 */
final class RebuildScripts {

    private static final LuaScript CLOSE = LuaScript.named("close");
    private static final LuaScript EMPTY = LuaScript.named("empty");
    private static final LuaScript LOAD = LuaScript.named("load");
    private static final LuaScript REOPEN = LuaScript.named("reopen");

    private final RedissonClient redis;
    private final StockGateKeys keys;

    RebuildScripts(RedissonClient redis, StockGateKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** Closes the gate; from now on it admits nobody. The lease names the rebuild. */
    void close(long campaignId, String lease) {
        CLOSE.answer(redis, List.of(keys.gate(campaignId)), lease);
    }

    /**
     * Forgets all holders of a closed gate. Returns whether the lease was still ours; otherwise nothing was changed.
     */
    boolean empty(long campaignId, String lease) {
        return empty(campaignId, lease, UUID.randomUUID().toString());
    }

    boolean empty(long campaignId, String lease, String call) {
        return EMPTY.answer(redis, gateAndHolders(campaignId), lease, call).equals("EMPTIED");
    }

    /**
     * Adds holders to a closed gate.
     *
     * @param perUser units that one user may have
     * @return whether the lease was still ours; otherwise nothing was changed
     */
    boolean load(long campaignId, String lease, int perUser, List<Held> held) {
        List<Object> arguments = new ArrayList<>(2 + 2 * held.size());
        arguments.add(lease);
        arguments.add(Integer.toString(perUser));
        for (Held unit : held) {
            arguments.add(Long.toString(unit.userId()));
            arguments.add(Long.toString(unit.reservationId()));
        }
        return LOAD.answer(redis, gateAndHolders(campaignId), arguments.toArray())
                .equals("LOADED");
    }

    /** Opens a closed gate. Returns whether the lease was still ours; otherwise nothing was changed. */
    boolean reopen(Campaign campaign, String lease, long remaining, long moved) {
        return REOPEN.answer(
                        redis,
                        gateAndHolders(campaign.id()),
                        lease,
                        Long.toString(remaining),
                        Long.toString(campaign.totalStock()),
                        Long.toString(campaign.revision()),
                        Long.toString(campaign.opensAt().toEpochMilli()),
                        Long.toString(campaign.closesAt().toEpochMilli()),
                        campaign.terms(),
                        Integer.toString(campaign.perUser()),
                        StockGates.expiry(campaign),
                        campaign.byTicket() ? "1" : "",
                        Integer.toString(campaign.buckets()),
                        Long.toString(moved),
                        campaign.waitingList() ? "1" : "",
                        campaign.siblings().stream().map(String::valueOf).collect(joining(" ")))
                .equals("REOPENED");
    }

    private List<Object> gateAndHolders(long campaignId) {
        return List.of(keys.gate(campaignId), keys.holders(campaignId));
    }
}
