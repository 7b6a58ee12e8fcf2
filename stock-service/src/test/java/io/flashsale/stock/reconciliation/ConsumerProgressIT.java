package io.flashsale.stock.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.commons.kafka.ConsumerProgress.Mark;
import io.flashsale.stock.StockServiceFixture;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Covers the progress of a consumer group, also if the topic has dropped old messages. */
class ConsumerProgressIT extends StockServiceFixture {

    private static int topics;

    private final String topic = "progress-" + ++topics;
    private final String group = "group-of-" + topic;
    private final TopicPartition partition = new TopicPartition(topic, 0);

    @AutoClose
    private final AdminClient admin = AdminClient.create(Map.of("bootstrap.servers", kafka()));

    @Autowired
    private ConsumerProgress progress;

    @BeforeEach
    void threeMessages() throws Exception {
        create(topic, 1);
        for (int i = 0; i < 3; i++) {
            send(topic, "key");
        }
    }

    private void create(String name, int partitions) throws Exception {
        admin.createTopics(List.of(new NewTopic(name, Optional.of(partitions), Optional.empty())))
                .all()
                .get();
    }

    private RecordMetadata send(String to, String key) throws Exception {
        return kafka.send(to, key, new byte[0]).get().getRecordMetadata();
    }

    private boolean passed() throws Exception {
        return hasPassed(progress.mark(topic));
    }

    private boolean hasPassed(Mark mark) throws Exception {
        return progress.passed(group, List.of(mark)).contains(mark);
    }

    private Mark mark(String of, List<String> keys, String key) throws Exception {
        return Objects.requireNonNull(
                progress.marks(of, keys, ConsumerProgress::partitionOf).get(key));
    }

    private void commit(TopicPartition of, long offset) throws Exception {
        admin.alterConsumerGroupOffsets(group, Map.of(of, new OffsetAndMetadata(offset)))
                .all()
                .get();
    }

    private void drop(long before) throws Exception {
        admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(before)))
                .all()
                .get();
    }

    @Test
    void shouldPassTheMarkWhenAllBeforeItIsCommitted() throws Exception {
        assertThat(passed()).isFalse();
        commit(partition, 2);
        assertThat(passed()).isFalse();
        commit(partition, 3);
        assertThat(passed()).isTrue();
    }

    @Test
    void shouldNotWaitForAGroupToReadWhatTheTopicHasDropped() throws Exception {
        drop(2);
        assertThat(passed()).as("one message is left to be read").isFalse();
        drop(3);
        assertThat(passed()).as("without offsets").isTrue();
        commit(partition, 1);
        assertThat(passed()).isTrue();
    }

    /** Producers send the messages of a key to the key's partition. */
    @Test
    void shouldWaitForThePartitionOfAKeyOnly() throws Exception {
        String wide = topic + "-wide";
        create(wide, 16);
        List<String> keys =
                LongStream.range(1_000, 1_040).mapToObj(Long::toString).toList();
        Map<String, Mark> marks = new HashMap<>();
        for (String key : keys) {
            RecordMetadata sent = send(wide, key);
            Mark mark = mark(wide, keys, key);
            assertThat(mark.ends())
                    .containsExactly(Map.entry(new TopicPartition(wide, sent.partition()), sent.offset() + 1));
            marks.put(key, mark);
        }
        Mark mine = Objects.requireNonNull(marks.get(keys.getLast()));
        assertThat(hasPassed(mine)).isFalse();
        for (Map.Entry<TopicPartition, Long> end : mine.ends().entrySet()) {
            commit(end.getKey(), end.getValue());
        }
        assertThat(hasPassed(mine)).isTrue();
        assertThat(progress.passed(group, marks.values()))
                .as("others wait")
                .contains(mine)
                .allMatch(mark -> mark.ends().keySet().equals(mine.ends().keySet()));
        assertThat(hasPassed(progress.mark(wide))).isFalse();
    }

    /** Until the producers learn of it, they also send to the former partition. */
    @Test
    void shouldWaitForWhatWasSentBeforePartitionsWereAdded() throws Exception {
        String grown = topic + "-grown";
        create(grown, 16);
        String key = "1000";
        assertThat(ConsumerProgress.partitionOf(key, 16)).isNotEqualTo(ConsumerProgress.partitionOf(key, 18));
        RecordMetadata sent = send(grown, key);
        admin.createPartitions(Map.of(grown, NewPartitions.increaseTo(18)))
                .all()
                .get();

        Mark mark = await().until(
                        () -> mark(grown, List.of(key), key),
                        marked -> marked.ends().size() > 1);
        assertThat(hasPassed(mark)).isFalse();
        commit(new TopicPartition(grown, sent.partition()), sent.offset() + 1);
        assertThat(hasPassed(mark)).isTrue();
    }
}
