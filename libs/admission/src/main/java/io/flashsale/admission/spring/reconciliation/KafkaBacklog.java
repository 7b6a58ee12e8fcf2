package io.flashsale.admission.spring.reconciliation;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import io.flashsale.admission.outbox.Backlog;
import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.commons.kafka.ConsumerProgress.UnknownProgressException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntBiFunction;

/**
 * A topic keyed by campaign, up to where its consumers have committed. Each campaign waits only for its own
 * partition: a partition without a leader, or with a slow consumer, does not hold up campaigns of other partitions.
 */
public final class KafkaBacklog implements Backlog {

    private final ConsumerProgress progress;
    private final String topic;
    private final String consumerGroup;
    private final ToIntBiFunction<Long, Integer> partitionOf;

    /** For a topic in which each bucket of a campaign has a partition of its own. */
    public KafkaBacklog(ConsumerProgress progress, String topic, String consumerGroup) {
        this(progress, topic, consumerGroup, QueuePartitions::partition);
    }

    private KafkaBacklog(
            ConsumerProgress progress, String topic, String consumerGroup, ToIntBiFunction<Long, Integer> partitionOf) {
        this.progress = progress;
        this.topic = topic;
        this.consumerGroup = consumerGroup;
        this.partitionOf = partitionOf;
    }

    /** For a topic in which all buckets of a campaign share one partition. */
    static KafkaBacklog ofCampaigns(ConsumerProgress progress, String topic, String consumerGroup) {
        return new KafkaBacklog(progress, topic, consumerGroup, QueuePartitions::ofCampaign);
    }

    @Override
    public Mark mark(Collection<Long> campaignIds) throws UnknownProgressException {
        return new Ends(progress.marks(topic, campaignIds, partitionOf).entrySet().stream()
                .collect(groupingBy(Map.Entry::getValue, mapping(Map.Entry::getKey, toSet()))));
    }

    private final class Ends implements Mark {

        private final Set<Long> campaigns = new HashSet<>();
        private final Map<ConsumerProgress.Mark, Set<Long>> notPassed;

        /** @param partitions with the campaigns of each */
        Ends(Map<ConsumerProgress.Mark, Set<Long>> partitions) {
            this.notPassed = new HashMap<>(partitions);
            partitions.values().forEach(campaigns::addAll);
        }

        @Override
        public Set<Long> campaigns() {
            return campaigns;
        }

        @Override
        public Set<Long> waiting() throws UnknownProgressException {
            if (!notPassed.isEmpty()) {
                notPassed.keySet().removeAll(progress.passed(consumerGroup, notPassed.keySet()));
            }
            Set<Long> waiting = new HashSet<>();
            notPassed.values().forEach(waiting::addAll);
            return waiting;
        }
    }
}
