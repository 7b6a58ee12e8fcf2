package io.flashsale.admission;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.toSet;

import io.flashsale.admission.redis.Shards;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One look at all gates: finds faulty gates, and amends those that have missed a change. */
final class GateInspection {

    private final StockGates gates;
    private final WarmShards shards;
    private final Set<Long> shutLastTime;
    private final Map<Integer, WarmShards.Shard> before;
    private final Set<Integer> notWarm = new HashSet<>();
    private final Set<Long> shut = new HashSet<>();
    private final List<Campaign> cold = new ArrayList<>();

    /** @param shutLastTime the value of {@link #shut} at the previous look */
    GateInspection(StockGates gates, Set<Long> shutLastTime) {
        this.gates = gates;
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
        } else if (gate.get().revision() < campaign.revision()) {
            gates.amend(campaign);
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

    /** Campaigns whose gates have to be rebuilt: first those that are open, then those that open soonest. */
    List<Long> coldInOrderOfNeed() {
        Instant now = Instant.now();
        return cold.stream()
                .sorted(comparing((Campaign campaign) -> !campaign.closesAt().isAfter(now))
                        .thenComparing(Campaign::opensAt))
                .map(Campaign::id)
                .toList();
    }
}
