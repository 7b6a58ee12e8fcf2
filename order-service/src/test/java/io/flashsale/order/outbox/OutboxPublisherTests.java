package io.flashsale.order.outbox;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.order.outbox.OutboxMapper.Message;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;

class OutboxPublisherTests {

    private static final int PARTITIONS = 16;
    private static final String LEADERLESS = "1";

    private final OutboxMapper outbox = mock();
    private final KafkaTemplate<String, byte[]> kafka = mock();

    /** A send would wait for the leader, and all releases with it. */
    @Test
    void shouldNotSendToAPartitionWithoutALeader() {
        Node broker = new Node(1, "localhost", 9092);
        int without = ConsumerProgress.partitionOf(LEADERLESS, PARTITIONS);
        String other = IntStream.range(2, 100)
                .mapToObj(Integer::toString)
                .filter(key -> ConsumerProgress.partitionOf(key, PARTITIONS) != without)
                .findFirst()
                .orElseThrow();
        when(kafka.partitionsFor("t"))
                .thenReturn(IntStream.range(0, PARTITIONS)
                        .mapToObj(partition ->
                                new PartitionInfo("t", partition, partition == without ? null : broker, null, null))
                        .toList());
        when(kafka.send(any(), any(), any())).thenReturn(CompletableFuture.completedFuture(null));
        Message stays = new Message(1, "t", LEADERLESS, "{}");
        Message goes = new Message(2, "t", other, "{}");
        when(outbox.lock(anyLong(), anyLong(), anyInt())).thenReturn(List.of(stays, goes));
        TransactionTemplate transaction = mock();
        when(transaction.execute(any()))
                .thenAnswer(call -> call.<TransactionCallback<?>>getArgument(0).doInTransaction(mock()));

        OutboxPublisher publisher = new OutboxPublisher(outbox, transaction, kafka, new SimpleMeterRegistry());
        assertThatThrownBy(publisher::publishNew).hasMessageContaining("1 messages");
        verify(outbox).delete(List.of(goes));
        verify(kafka, never()).send(eq("t"), eq(LEADERLESS), any());
    }
}
