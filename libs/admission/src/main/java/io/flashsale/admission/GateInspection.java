package io.flashsale.admission;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.toSet;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.admission.redis.Shards;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One look at all gates: finds those to rebuild, and amends those that have missed a change. A gate that is ahead of
 * the database has to be rebuilt, too: nothing else takes back what it knows of changes that were lost there.
 */
final class GateInspection {

    private static final Logger log = LoggerFactory.getLogger(GateInspection.class);

    private final StockGates gates;
    private final WarmShards shards;
    private final LongFunction<List<Campaign>> database;
    private final Set<Long> shutLastTime;
    private final Map<Integer, WarmShards.Shard> before;
    private final Set<Integer> notWarm = new HashSet<>();
    private final Set<Long> shut = new HashSet<>();
    private final List<Campaign> cold = new ArrayList<>();
    private final List<Campaign> ahead = new ArrayList<>();
    private final Map<Long, String> epochsAhead = new HashMap<>();

    /**
     * @param database reads a campaign as it is now, one element for each bucket
     * @param shutLastTime the value of {@link #shut} at the previous look
     */
    GateInspection(StockGates gates, LongFunction<List<Campaign>> database, Set<Long> shutLastTime) {
        this.gates = gates;
        this.database = database;
        this.shards = gates.warmShards();
        this.shutLastTime = shutLastTime;
        this.before = shards.all();
    }

    void at(List<Campaign> some) {
        Map<Long, Optional<StockGateState>> states =
                gates.states(some.stream().map(Campaign::id).toList());
        for (Campaign campaign : some) {
            Optional<StockGateState> gate = states.get(campaign.id());
            if (gate == null || !gate.map(StockGateState::isWarm).orElse(false)) {
                notWarm.add(Shards.of(campaign.id()));
            }
            if (gate != null) {
                at(campaign, gate);
            }
        }
    }

    private void at(Campaign campaign, Optional<StockGateState> gate) {
        if (gate.isEmpty() || gate.get().rebuilding()) {
            shut.add(campaign.id());
            if (shutLastTime.contains(campaign.id())) {
                cold.add(campaign);
            }
        } else if (!gate.get().sameRun()) {
            cold.add(campaign);
        } else if (gate.get().isAheadOf(campaign)) {
            readAgain(campaign.id(), gate.get());
        } else if (gate.get().revision() < campaign.revision()) {
            gates.amend(campaign);
        }
    }

    /** Only a reading after that of the gate tells: the campaign may have changed since the first one. */
    private void readAgain(long gateId, StockGateState gate) {
        for (Campaign campaign : database.apply(Buckets.campaignOf(gateId))) {
            if (campaign.id() == gateId && gate.isAheadOf(campaign)) {
                log.warn(
                        "the gate of {} knows revision {} and {} units, the database {} and {}: it has lost changes",
                        Buckets.name(gateId),
                        gate.revision(),
                        gate.total(),
                        campaign.revision(),
                        campaign.totalStock());
                ahead.add(campaign);
                epochsAhead.put(gateId, gate.epoch());
            }
        }
    }

    /**
     * Notes whether Redis may have forgotten something. A gate that is missing for the first time does not count: its
     * campaign was created this moment, or else the next look finds the gate missing again.
     */
    void note() {
        Set<Integer> forgetful =
                cold.stream().map(campaign -> Shards.of(campaign.id())).collect(toSet());
        before.forEach((shard, known) -> {
            if (forgetful.contains(shard) && known.allSeenWarm()) {
                shards.noteCold(shard);
            } else if (!notWarm.contains(shard) && !known.allSeenWarm()) {
                shards.noteWarm(shard, known.run());
            }
        });
    }

    boolean allWarm() {
        return before.size() == Shards.COUNT && notWarm.isEmpty();
    }

    /** Campaigns whose gates were missing or being rebuilt. */
    Set<Long> shut() {
        return shut;
    }

    /** Whether this gate, as it is now, was ahead of the database at this look. */
    boolean wasAhead(long gateId, StockGateState gate) {
        return gate.epoch().equals(epochsAhead.get(gateId));
    }

    /** Campaigns whose gates have to be rebuilt: first those that are open, then those that open soonest. */
    List<Long> inOrderOfNeed() {
        Instant now = Instant.now();
        return Stream.concat(cold.stream(), ahead.stream())
                .sorted(comparing((Campaign campaign) -> !campaign.closesAt().isAfter(now))
                        .thenComparing(Campaign::opensAt))
                .map(Campaign::id)
                .toList();
    }
}
