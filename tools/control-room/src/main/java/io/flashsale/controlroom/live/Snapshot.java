package io.flashsale.controlroom.live;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.auditor.snapshot.Gate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sale at one moment, as far as several servers share one. Values that could not be read are null.
 *
 * @param redisState of the sale's gate; the numbers from Redis are null unless it is warm
 * @param outboxLength groups of reservations in Redis' outbox
 * @param releaseOutboxLength ended orders in MySQL's outbox
 * @param kafkaLag messages of this sale's partitions that their consumers have not processed
 * @param answers number of answers of each kind; over all sales, since the shop's services started
 * @param perSecond the same as a rate since the snapshot before
 * @param auditedAt time of the last audit; null before the first one
 */
record Snapshot(
        Instant at,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
        @Nullable Long initialStock,
        @Nullable Long addedStock,
        @Nullable Long available,
        @Nullable Long deducted,
        @Nullable Long released,
        Gate.@Nullable State redisState,
        @Nullable Long redisRemaining,
        @Nullable Long redisHolders,
        @Nullable Map<String, Long> orders,
        @Nullable Long ordersTotal,
        @Nullable Long outboxLength,
        @Nullable Long releaseOutboxLength,
        @Nullable Long kafkaLag,
        Map<String, @Nullable Long> answers,
        Map<String, @Nullable Double> perSecond,
        @Nullable Instant auditedAt,
        List<Light> invariants) {}
