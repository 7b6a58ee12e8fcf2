package io.flashsale.admission.spring;

import io.flashsale.admission.redis.Replication;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.redisson.config.Config;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param ackTimeout how long a request waits for Kafka to acknowledge; without that it is answered 202 only if the
 *     replicas of Redis have the reservation
 * @param relayAfter how old an outbox entry must be for the relay to send it; well above the acknowledgement time-out
 * @param replicas how many replicas each master has. A smaller number is unsafe: the promoted replica may be another
 *     one. Absent means 2 with Sentinels or a Cluster, and 0 with a single server
 */
@ConfigurationProperties("flashsale.admission")
record AdmissionProperties(
        @DefaultValue("300ms") Duration ackTimeout,
        @DefaultValue("2s") Duration relayAfter,
        @Nullable Integer replicas) {

    /**
     * How long a request waits for the replicas, once Kafka has not acknowledged in time. Both waits together stay far
     * below the gateway's time-out.
     */
    private static final Duration REPLICA_TIMEOUT = Duration.ofMillis(300);

    /** What a reservation asks of the replicas of a Redis with this configuration. */
    Replication replication(Config redis) {
        boolean replicated = redis.isSentinelConfig() || redis.isClusterConfig();
        int enough = replicas != null ? replicas : replicated ? 2 : 0;
        return new Replication(enough, REPLICA_TIMEOUT);
    }
}
