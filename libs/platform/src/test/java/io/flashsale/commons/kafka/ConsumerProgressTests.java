package io.flashsale.commons.kafka;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.commons.kafka.ConsumerProgress.Mark;
import io.flashsale.commons.kafka.ConsumerProgress.UnknownProgressException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Answers;
import org.springframework.kafka.core.KafkaAdmin;

/** Partitions without a leader, as Kafka's client reports them: separately for each partition of a request. */
class ConsumerProgressTests {

    private static final String TOPIC = "reservations";
    private static final String GROUP = "order-placement";
    private static final int PARTITIONS = 4;
    private static final long END = 7;

    private static final List<String> KEYS =
            LongStream.range(1_000, 1_040).mapToObj(Long::toString).toList();

    private final Set<Integer> withoutLeader = new HashSet<>();
    private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    private final AdminClient kafka = mock(AdminClient.class, Answers.RETURNS_DEEP_STUBS);
    private final ConsumerProgress progress = new ConsumerProgress(new KafkaAdmin(Map.of()), kafka);

    @BeforeEach
    void answers() {
        List<TopicPartitionInfo> partitions = IntStream.range(0, PARTITIONS)
                .mapToObj(number -> new TopicPartitionInfo(number, null, List.of(), List.of()))
                .toList();
        when(kafka.describeTopics(anyCollection()).allTopicNames())
                .thenReturn(KafkaFuture.completedFuture(Map.of(TOPIC, new TopicDescription(TOPIC, false, partitions))));
        when(kafka.listConsumerGroupOffsets(anyString()).partitionsToOffsetAndMetadata())
                .thenReturn(KafkaFuture.completedFuture(committed));
        when(kafka.listOffsets(any(), any(ListOffsetsOptions.class))).thenAnswer(asked -> {
            Map<TopicPartition, OffsetSpec> which = asked.getArgument(0);
            return new ListOffsetsResult(which.entrySet().stream()
                    .collect(toMap(Map.Entry::getKey, each -> offset(each.getKey(), each.getValue()))));
        });
    }

    private KafkaFuture<ListOffsetsResultInfo> offset(TopicPartition partition, OffsetSpec which) {
        KafkaFutureImpl<ListOffsetsResultInfo> answer = new KafkaFutureImpl<>();
        if (withoutLeader.contains(partition.partition())) {
            answer.completeExceptionally(new TimeoutException("no leader was found for " + partition));
        } else {
            answer.complete(
                    new ListOffsetsResultInfo(which instanceof OffsetSpec.LatestSpec ? END : 0, -1, Optional.empty()));
        }
        return answer;
    }

    private Map<String, Mark> marks(List<String> keys) throws UnknownProgressException {
        return progress.marks(TOPIC, keys, ConsumerProgress::partitionOf);
    }

    private static int partitionOf(Mark mark) {
        return mark.ends().keySet().iterator().next().partition();
    }

    private void commitAllIn(int partition) {
        committed.put(new TopicPartition(TOPIC, partition), new OffsetAndMetadata(END));
    }

    @Test
    void shouldLeaveOutThoseKeysWhosePartitionHasNoLeader() throws Exception {
        Map<String, Mark> all = marks(KEYS);
        assertThat(all).containsOnlyKeys(KEYS);
        withoutLeader.add(2);
        Map<String, Mark> some = marks(KEYS);
        assertThat(some).isNotEmpty();
        assertThat(all)
                .allSatisfy((key, mark) -> assertThat(some.containsKey(key)).isEqualTo(partitionOf(mark) != 2));
    }

    @Test
    void shouldPassWhatItKnowsOfWhenAPartitionLosesItsLeaderAfterItWasMarked() throws Exception {
        Set<Mark> marks = Set.copyOf(marks(KEYS).values());
        assertThat(marks).hasSize(PARTITIONS);
        commitAllIn(0);
        withoutLeader.add(1);
        assertThat(progress.passed(GROUP, marks))
                .allMatch(mark -> partitionOf(mark) == 0)
                .hasSize(1);
        withoutLeader.clear();
        commitAllIn(1);
        assertThat(progress.passed(GROUP, marks))
                .extracting(ConsumerProgressTests::partitionOf)
                .containsExactlyInAnyOrder(0, 1);
    }

    /** Where the group has committed everything, the partition itself need not be asked. */
    @Test
    void shouldPassAMarkInAPartitionWithoutLeaderOfWhichAllIsCommitted() throws Exception {
        Set<Mark> marks = Set.copyOf(marks(KEYS).values());
        commitAllIn(3);
        withoutLeader.addAll(List.of(0, 1, 2, 3));
        assertThat(progress.passed(GROUP, marks))
                .extracting(ConsumerProgressTests::partitionOf)
                .containsExactly(3);
    }

    @Test
    void shouldThrowWhenNothingIsKnownOfAnyPartitionThatIsAskedAbout() throws Exception {
        Mark mark = marks(KEYS).values().iterator().next();
        withoutLeader.add(partitionOf(mark));
        assertThatThrownBy(() -> progress.passed(GROUP, List.of(mark))).isInstanceOf(UnknownProgressException.class);
        assertThatThrownBy(() -> progress.behind(GROUP, mark)).isInstanceOf(UnknownProgressException.class);
        assertThat(progress.passed(GROUP, List.of())).isEmpty();
        withoutLeader.addAll(List.of(0, 1, 2, 3));
        assertThatThrownBy(() -> marks(KEYS)).isInstanceOf(UnknownProgressException.class);
        assertThat(marks(List.of())).isEmpty();
    }
}
