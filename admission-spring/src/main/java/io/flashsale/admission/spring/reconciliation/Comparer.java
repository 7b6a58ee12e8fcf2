package io.flashsale.admission.spring.reconciliation;

import static java.util.stream.Collectors.toSet;

import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Compares Redis with the database without stopping a campaign.
 *
 * <p>Reads the gates, then waits until what was under way at that moment has arrived (outbox empty, Kafka's consumers
 * past the end), then reads the database, then each gate again: if a gate is unchanged, all readings belong to one moment,
 * and any difference is real.
 */
public final class Comparer {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);
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
    public Map<Long, Comparison> compare(Collection<Long> campaignIds)
            throws UnknownProgressException, InterruptedException {
        Map<Long, Optional<StockGateState>> before = gates.states(campaignIds);
        Set<Long> waitingInOutbox = before.keySet().stream()
                .filter(campaign -> !relay.isClear(campaign))
                .collect(toSet());
        boolean arrived = awaitArrival();
        Map<Long, Comparison> comparisons = new LinkedHashMap<>();
        before.forEach((campaign, gate) -> {
            boolean settled = arrived && !waitingInOutbox.contains(campaign);
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
