package io.flashsale.admission.spring.reconciliation;

import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.outbox.Backlog;
import io.flashsale.admission.outbox.Backlog.Mark;
import io.flashsale.admission.outbox.Drain;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.spring.CampaignType;
import io.flashsale.admission.spring.reconciliation.CampaignLedger.Levels;
import io.flashsale.commons.kafka.ConsumerProgress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/**
 * Compares Redis with the database without stopping a campaign.
 *
 * <p>If a gate is unchanged at the end of these steps, all readings belong to one moment, and any difference is real:
 * <ol>
 *   <li>Read the gates.
 *   <li>Wait until what was under way at that moment has arrived: what these campaigns had in the outbox is in Kafka,
 *       and its consumers are past the end.
 *   <li>Read the database.
 *   <li>Read each gate again.
 * </ol>
 */
public final class Comparer {

    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    /**
     * Short, because an entry leaves the outbox as soon as the queue acknowledges it; entries left to the relay are
     * not waited for.
     */
    private static final Duration OUTBOX_TIMEOUT = Duration.ofSeconds(1);

    private static final Duration PAUSE = Duration.ofMillis(100);

    private final StockGates gates;
    private final OutboxRelay relay;
    private final CampaignLedger ledger;

    /** All topics between Redis and the database, in both directions. */
    private final List<Backlog> queues;

    private final InstantSource clock;
    private final Drain.Sleep sleep;

    Comparer(CampaignType type, StockGates gates, OutboxRelay relay, ConsumerProgress progress, CampaignLedger ledger) {
        this(gates, relay, queues(type, progress, ledger), ledger, InstantSource.system(), Thread::sleep);
    }

    /** The same, with time that a test controls. */
    Comparer(
            StockGates gates,
            OutboxRelay relay,
            List<Backlog> queues,
            CampaignLedger ledger,
            InstantSource clock,
            Drain.Sleep sleep) {
        this.gates = gates;
        this.relay = relay;
        this.queues = queues;
        this.ledger = ledger;
        this.clock = clock;
        this.sleep = sleep;
    }

    private static List<Backlog> queues(CampaignType type, ConsumerProgress progress, CampaignLedger ledger) {
        List<Backlog> queues = new ArrayList<>();
        queues.add(new KafkaBacklog(progress, type.topic(), type.consumerGroup()));
        ledger.returns().forEach((topic, group) -> queues.add(KafkaBacklog.ofCampaigns(progress, topic, group)));
        return queues;
    }

    /**
     * Compares each campaign whose Redis answers. A campaign counts as busy if a queue does not say how far it is;
     * the others do not wait for it.
     *
     * @throws ExecutionException if for that reason none can be compared
     */
    public Map<Long, Comparison> compare(Collection<Long> campaignIds) throws ExecutionException, InterruptedException {
        Map<Long, Optional<StockGateState>> before = gates.states(campaignIds);
        Set<Long> queued = await(List.of(relay.mark(before.keySet())), OUTBOX_TIMEOUT);
        Set<Long> arrived = awaitArrival(queued);
        Map<Long, Comparison> comparisons = new LinkedHashMap<>();
        before.forEach(
                (campaign, gate) -> comparisons.put(campaign, compare(campaign, gate, arrived.contains(campaign))));
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
        boolean otherCampaign = !gates.campaign(campaignId).equals(Optional.of(levels.campaign()));
        if (!gates.state(campaignId).equals(before)) {
            return new Comparison.Busy();
        }
        long units = before.get().remaining() - levels.available();
        long holds = before.get().holders() - levels.held();
        long moved = before.get().moved() - levels.moved();
        return units == 0 && holds == 0 && moved == 0 && !otherCampaign
                ? new Comparison.Agreed()
                : new Comparison.Drifted(units, holds, moved, otherCampaign);
    }

    /**
     * Waits until what is in the queues has arrived.
     *
     * @return the campaigns of which all has arrived
     */
    private Set<Long> awaitArrival(Set<Long> campaignIds) throws ExecutionException, InterruptedException {
        List<Mark> ends = new ArrayList<>();
        for (Backlog queue : queues) {
            ends.add(queue.mark(campaignIds));
        }
        return await(ends, TIMEOUT);
    }

    /**
     * The campaigns that are marked everywhere, and past all marks within the time. If a mark does not answer, its
     * campaigns stay where they were.
     *
     * @throws ExecutionException if for that reason there is none
     */
    private Set<Long> await(List<Mark> marks, Duration timeout) throws ExecutionException, InterruptedException {
        Instant giveUp = clock.instant().plus(timeout);
        Set<Long> marked = new HashSet<>(marks.getFirst().campaigns());
        marks.forEach(mark -> marked.retainAll(mark.campaigns()));
        IdentityHashMap<Mark, Set<Long>> waiting = new IdentityHashMap<>();
        marks.forEach(mark -> waiting.put(mark, mark.campaigns()));
        while (true) {
            ExecutionException silence = null;
            for (Mark mark : marks) {
                try {
                    waiting.put(mark, mark.waiting());
                } catch (ExecutionException fault) {
                    silence = fault;
                }
            }
            Set<Long> passed = new HashSet<>(marked);
            waiting.values().forEach(passed::removeAll);
            if (passed.size() == marked.size() || clock.instant().isAfter(giveUp)) {
                if (passed.isEmpty() && silence != null) {
                    throw silence;
                }
                return passed;
            }
            sleep.pause(PAUSE);
        }
    }
}
