package io.flashsale.commons.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;

class TopicsTests {

    /** Accepted orders are among them, and a week may pass before a person looks. */
    @Test
    void forDeadLettersForgetNothing() {
        assertThat(Topics.forDeadLetters("orders.dead-letter").configs())
                .containsEntry(TopicConfig.RETENTION_MS_CONFIG, "-1")
                .containsEntry(TopicConfig.RETENTION_BYTES_CONFIG, "-1")
                .containsEntry(TopicConfig.CLEANUP_POLICY_CONFIG, "delete");
    }

    /**
     * {@link ConsumerProgress} concludes from it in which partitions the messages of a key may wait, and QueueReader
     * of the auditor has a copy: with another number, both would lose sight of messages that an earlier version sent.
     */
    @Test
    void shouldBeginWithSixteenPartitionsInEachVersion() {
        assertThat(Topics.of("orders").numPartitions())
                .isEqualTo(Topics.PARTITIONS)
                .isEqualTo(16);
    }
}
