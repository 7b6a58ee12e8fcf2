package io.flashsale.admission.spring.reconciliation;

import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.outbox.Backlog;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.spring.CampaignType;
import io.flashsale.admission.spring.reconciliation.CampaignLedger.Levels;
import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.commons.kafka.ConsumerProgress.Mark;
import io.flashsale.commons.kafka.ConsumerProgress.UnknownProgressException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/**
 * Compares Redis with the database without stopping a campaign.
 *
 * <p>Reads the gates, then waits until what was under way at that moment has arrived (what these campaigns had in the outbox is
 * in Kafka, its consumers are past the end), then reads the database, then each gate again: if a gate is unchanged, all readings
 * belong to one moment, and any difference is real.
 */
public final class Comparer {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    /** An entry leaves the outbox as soon as the queue has acknowledged it; one that waits for the relay is not waited for. */
    private static final Duration OUTBOX_TIMEOUT = Duration.ofSeconds(1);

    private static final Duration PAUSE = Duration.ofMillis(100);

    private final StockGates gates;
    private final OutboxRelay relay;
    private final ConsumerProgress progress;
    private final CampaignLedger ledger;

    /** All topics on whose way from Redis to the database, or back, something may be; each with its consumer group. */
    private final Map<String, String> groupsByTopic;

    Comparer(CampaignType type, StockGates gates, OutboxRelay relay, ConsumerProgress progress, CampaignLedger ledger) {
        this.gates = gates;
        this.relay = relay;
        this.progress = progress;
        this.ledger = ledger;
        this.groupsByTopic = new HashMap<>(ledger.returns());
        groupsByTopic.put(type.topic(), type.consumerGroup());
    }

    /** One comparison for each of the campaigns whose Redis answers. */
    public Map<Long, Comparison> compare(Collection<Long> campaignIds) throws ExecutionException, InterruptedException {
        Map<Long, Optional<StockGateState>> before = gates.states(campaignIds);
        Set<Long> queued = awaitQueue(before.keySet());
        boolean arrived = awaitArrival();
        Map<Long, Comparison> comparisons = new LinkedHashMap<>();
        before.forEach((campaign, gate) -> {
            boolean settled = arrived && queued.contains(campaign);
            comparisons.put(campaign, compare(campaign, gate, settled));
        });
        return comparisons;
    }

    private Comparison compare(long campaignId, Optional<StockGateState> before, boolean settled) {
        if (before.isEmpty() || before.get().rebuilding()) {
            return new Comparison.Cold();
        }
        if (!settled) {
            return new Comparison.Busy();
        }
        Levels levels = ledger.levels(campaignId);
        if (!gates.state(campaignId).equals(before) || before.get().total() != levels.total()) {
            return new Comparison.Busy();
        }
        long units = before.get().remaining() - levels.available();
        long holds = before.get().holders() - levels.held();
        return units == 0 && holds == 0 ? new Comparison.Agreed() : new Comparison.Drifted(units, holds);
    }

    /**
     * Waits until the queue has what the campaigns had in the outbox.
     *
     * @return those of which it has all
     */
    private Set<Long> awaitQueue(Set<Long> campaignIds) throws ExecutionException, InterruptedException {
        Map<List<Long>, Backlog.Mark> waiting = relay.marks(campaignIds);
        Set<Long> queued = new HashSet<>();
        Instant giveUp = Instant.now().plus(OUTBOX_TIMEOUT);
        while (true) {
            for (var some : List.copyOf(waiting.entrySet())) {
                if (some.getValue().isPassed()) {
                    queued.addAll(some.getKey());
                    waiting.remove(some.getKey());
                }
            }
            if (waiting.isEmpty() || Instant.now().isAfter(giveUp)) {
                return queued;
            }
            Thread.sleep(PAUSE);
        }
    }

    private boolean awaitArrival() throws UnknownProgressException, InterruptedException {
        Map<String, Mark> ends = new HashMap<>();
        for (String topic : groupsByTopic.keySet()) {
            ends.put(topic, progress.mark(topic));
        }
        Instant giveUp = Instant.now().plus(TIMEOUT);
        while (!arePassed(ends)) {
            if (Instant.now().isAfter(giveUp)) {
                return false;
            }
            Thread.sleep(PAUSE);
        }
        return true;
    }

    private boolean arePassed(Map<String, Mark> ends) throws UnknownProgressException {
        for (var topic : groupsByTopic.entrySet()) {
            if (!progress.hasPassed(topic.getValue(), Objects.requireNonNull(ends.get(topic.getKey())))) {
                return false;
            }
        }
        return true;
    }
}
