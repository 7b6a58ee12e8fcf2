package io.flashsale.commons.kafka;

import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.springframework.kafka.config.TopicBuilder;

/**
 * Defines the topics of the services. Each service creates those it needs, with the broker's default number of
 * replicas.
 */
public final class Topics {

    /**
     * The partitions with which each topic begins. An administrator may add some; no version of the services may change
     * this number, because a queued message stays in the partition that its key had when it was sent.
     */
    static final int PARTITIONS = 16;

    private Topics() {}

    public static NewTopic of(String name) {
        return TopicBuilder.name(name).partitions(PARTITIONS).build();
    }

    /**
     * Messages in a dead-letter topic were accepted and exist nowhere else. They stay until a person has handled
     * them, whatever the broker's retention.
     */
    public static NewTopic forDeadLetters(String name) {
        return TopicBuilder.name(name)
                .partitions(1)
                .config(TopicConfig.RETENTION_MS_CONFIG, "-1")
                .config(TopicConfig.RETENTION_BYTES_CONFIG, "-1")
                .config(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE)
                .build();
    }
}
