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

/**
 * A topic whose messages are keyed by campaign, up to where its consumers have committed. Each campaign waits for its own
 * partition only: one that has no leader, or whose consumer is far behind, keeps no campaign of the others.
 */
public final class KafkaBacklog implements Backlog {

    private final ConsumerProgress progress;
    private final String topic;
    private final String consumerGroup;

    public KafkaBacklog(ConsumerProgress progress, String topic, String consumerGroup) {
        this.progress = progress;
        this.topic = topic;
        this.consumerGroup = consumerGroup;
    }

    @Override
    public Mark mark(Collection<Long> campaignIds) throws UnknownProgressException {
        Map<String, ConsumerProgress.Mark> ends = progress.marks(
                topic, campaignIds.stream().map(id -> Long.toString(id)).toList());
        return new Ends(ends.entrySet().stream()
                .collect(groupingBy(Map.Entry::getValue, mapping(end -> Long.valueOf(end.getKey()), toSet()))));
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
