package io.flashsale.commons.kafka;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/**
 * After a rebalance, moves a consumer back to its committed offsets, also in the partitions that it keeps. Without a
 * committed offset it moves to the beginning.
 *
 * <p>A commit fails while a rebalance is in progress. With {@code subBatchPerPartition}, Spring (4.1.1) does not repeat
 * that commit: the offset would lag until the partition's next message, and the rebuild of a gate would wait for it. So
 * the uncommitted messages are delivered and committed again.
 */
final class KeptPartitions implements ConsumerAwareRebalanceListener {

    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> added) {
        Set<TopicPartition> kept = new HashSet<>(consumer.assignment());
        kept.removeAll(added);
        consumer.committed(kept).forEach((partition, committed) -> {
            if (committed == null) {
                consumer.seekToBeginning(List.of(partition));
            } else if (committed.offset() < consumer.position(partition)) {
                consumer.seek(partition, committed);
            }
        });
    }
}
