package io.flashsale.stock.reconciliation;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.commons.kafka.ConsumerProgress.Mark;
import io.flashsale.stock.StockServiceFixture;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.kafka.core.KafkaTemplate;

/** Covers the progress of a consumer group, also if the topic has dropped old messages. */
class ConsumerProgressIT extends StockServiceFixture {

    private static int topics;

    private final String topic = "progress-" + ++topics;
    private final String group = "group-of-" + topic;
    private final TopicPartition partition = new TopicPartition(topic, 0);

    private final AdminClient admin = AdminClient.create(Map.of("bootstrap.servers", kafka()));

    @Autowired
    private ConsumerProgress progress;

    @Autowired
    private KafkaTemplate<String, byte[]> kafka;

    @BeforeEach
    void threeMessages() throws Exception {
        admin.createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.empty())))
                .all()
                .get();
        for (int i = 0; i < 3; i++) {
            kafka.send(topic, "key", "message".getBytes(StandardCharsets.UTF_8)).get();
        }
    }

    @AfterEach
    void close() {
        admin.close();
    }

    private boolean passed() throws Exception {
        return hasPassed(progress.mark(topic));
    }

    private boolean hasPassed(Mark mark) throws Exception {
        return progress.passed(group, List.of(mark)).contains(mark);
    }

    private void commit(long offset) throws Exception {
        admin.alterConsumerGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(offset)))
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
        commit(2);
        assertThat(passed()).isFalse();
        commit(3);
        assertThat(passed()).isTrue();
    }

    @Test
    void shouldNotWaitForAGroupWithoutOffsetsWhereTheTopicHasDroppedAll() throws Exception {
        drop(2);
        assertThat(passed()).as("one message is left to be read").isFalse();
        drop(3);
        assertThat(passed()).isTrue();
    }

    @Test
    void shouldNotWaitForAGroupToReadWhatTheTopicHasDropped() throws Exception {
        commit(1);
        drop(3);
        assertThat(passed()).isTrue();
    }

    /** Producers send the messages of a key to the key's partition. */
    @Test
    void shouldWaitForThePartitionOfAKeyOnly() throws Exception {
        String wide = topic + "-wide";
        admin.createTopics(List.of(new NewTopic(wide, Optional.of(16), Optional.empty())))
                .all()
                .get();
        List<String> keys =
                LongStream.range(1_000, 1_040).mapToObj(Long::toString).toList();
        Map<String, Mark> marks = new HashMap<>();
        for (String key : keys) {
            RecordMetadata sent = kafka.send(wide, key, "message".getBytes(StandardCharsets.UTF_8))
                    .get()
                    .getRecordMetadata();
            Mark mark = Objects.requireNonNull(progress.marks(wide, keys).get(key));
            assertThat(mark.ends())
                    .containsExactly(Map.entry(new TopicPartition(wide, sent.partition()), sent.offset() + 1));
            marks.put(key, mark);
        }
        Mark mine = Objects.requireNonNull(marks.get(keys.getLast()));
        assertThat(hasPassed(mine)).isFalse();
        admin.alterConsumerGroupOffsets(
                        group,
                        mine.ends().entrySet().stream()
                                .collect(toMap(Map.Entry::getKey, end -> new OffsetAndMetadata(end.getValue()))))
                .all()
                .get();
        assertThat(hasPassed(mine)).isTrue();
        assertThat(progress.passed(group, marks.values()))
                .as("others wait")
                .contains(mine)
                .allMatch(mark -> mark.ends().keySet().equals(mine.ends().keySet()));
        assertThat(hasPassed(progress.mark(wide))).isFalse();
    }
}
