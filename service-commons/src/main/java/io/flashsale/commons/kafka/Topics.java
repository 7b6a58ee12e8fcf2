package io.flashsale.commons.kafka;

import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.springframework.kafka.config.TopicBuilder;

/** The topics that services write and read; each makes those that it needs, with as many replicas as the broker's default. */
public final class Topics {

    /** The most consumers that can share the work. */
    private static final int PARTITIONS = 16;

    private Topics() {}

    public static NewTopic of(String name) {
        return TopicBuilder.name(name).partitions(PARTITIONS).build();
    }

    /** What is in there was accepted and is nowhere else: it stays until somebody has looked at it, whatever the broker's retention. */
    public static NewTopic forDeadLetters(String name) {
        return TopicBuilder.name(name)
                .partitions(1)
                .config(TopicConfig.RETENTION_MS_CONFIG, "-1")
                .config(TopicConfig.RETENTION_BYTES_CONFIG, "-1")
                .config(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE)
                .build();
    }
}
