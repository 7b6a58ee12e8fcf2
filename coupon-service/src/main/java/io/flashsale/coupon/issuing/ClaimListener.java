package io.flashsale.coupon.issuing;

import static java.util.stream.Collectors.groupingBy;

import io.flashsale.commons.kafka.BatchParts;
import io.flashsale.commons.kafka.JsonMessages;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.coupon.CouponClaimedGroup;
import java.util.List;
import java.util.stream.Gatherers;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes batches of claims from Kafka and acknowledges each when all of it is committed. A failure for one template
 * does not hold up the others of the batch.
 */
@Component
class ClaimListener {

    /** Maximum number of claims per transaction. */
    private static final int MAX_BATCH = 500;

    /** Consumers of this instance; templates that are claimed at the same time are few. */
    private static final String CONSUMERS = "2";

    private final Issuing issuing;
    private final JsonMessages<CouponClaimedGroup> messages;

    ClaimListener(Issuing issuing, JsonMapper json) {
        this.issuing = issuing;
        this.messages = new JsonMessages<>(json, CouponClaimedGroup.class, "group of claims", ClaimListener::faultOf);
    }

    @KafkaListener(id = CouponClaimed.ISSUING_GROUP, topics = CouponClaimed.TOPIC, concurrency = CONSUMERS)
    void receive(List<ConsumerRecord<String, byte[]>> batch) {
        messages.deliver(
                batch,
                groups -> BatchParts.doAll(
                        groups.stream()
                                .flatMap(group -> group.each().stream())
                                .collect(groupingBy(CouponClaimed::templateId)),
                        this::issue));
    }

    private void issue(long templateId, List<CouponClaimed> claims) {
        claims.stream().gather(Gatherers.windowFixed(MAX_BATCH)).forEach(some -> issuing.issue(templateId, some));
    }

    @SuppressWarnings("ConstantValue") // JSON may leave out what the compiler believes to be there
    private static @Nullable String faultOf(CouponClaimedGroup group) {
        boolean isComplete = group.templateId() > 0
                && group.claimedAt() != null
                && group.claims() != null
                && group.claims().stream()
                        .allMatch(claim -> claim != null && claim.couponId() > 0 && claim.userId() > 0);
        return isComplete ? null : "an id, the time or the claims are missing";
    }
}
