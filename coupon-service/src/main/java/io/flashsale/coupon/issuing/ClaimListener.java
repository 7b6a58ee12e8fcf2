package io.flashsale.coupon.issuing;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.commons.kafka.JsonMessages;
import io.flashsale.commons.kafka.PartwiseDelivery;
import io.flashsale.commons.kafka.PartwiseDelivery.Delivered;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.coupon.CouponClaimedGroup;
import java.util.List;
import java.util.Map;
import java.util.stream.Gatherers;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes batches of claims from Kafka and acknowledges each when all of it is committed. A failure for one template
 * does not hold up the others; see {@link PartwiseDelivery}.
 */
@Component
class ClaimListener {

    /** Maximum number of claims per transaction. */
    private static final int MAX_BATCH = 500;

    /** Consumers of this instance; templates that are claimed at the same time are few. */
    private static final String CONSUMERS = "2";

    private final Issuing issuing;
    private final PartwiseDelivery<CouponClaimedGroup, Long, CouponClaimed> delivery;

    ClaimListener(Issuing issuing, JsonMapper json, DeadLetters deadLetters) {
        this.issuing = issuing;
        this.delivery = new PartwiseDelivery<>(
                new JsonMessages<>(json, CouponClaimedGroup.class, "group of claims", ClaimListener::faultOf),
                CouponClaimedGroup::templateId,
                CouponClaimedGroup::each,
                "claims",
                this::issue,
                deadLetters);
    }

    @KafkaListener(id = CouponClaimed.ISSUING_GROUP, topics = CouponClaimed.TOPIC, concurrency = CONSUMERS)
    void receive(List<ConsumerRecord<String, byte[]>> batch) {
        delivery.take(batch);
    }

    /** Returns nothing: a claim that cannot become a coupon is rejected. */
    private Map<CouponClaimed, String> issue(long templateId, List<Delivered<CouponClaimed>> claims) {
        claims.stream()
                .map(Delivered::fact)
                .gather(Gatherers.windowFixed(MAX_BATCH))
                .forEach(some -> issuing.issue(templateId, some));
        return Map.of();
    }

    @SuppressWarnings("ConstantValue") // JSON may leave out what the compiler believes to be there
    private static @Nullable String faultOf(CouponClaimedGroup group) {
        boolean isComplete = group.claims() != null
                && !group.claims().isEmpty()
                && group.claims().stream()
                        .allMatch(claim -> claim != null && claim.couponId() > 0 && claim.userId() > 0);
        if (!isComplete) {
            return "an id or the claims are missing";
        }
        if (group.templateId() <= 0 || !Buckets.isCampaign(group.templateId())) {
            return "no template has this id";
        }
        return JsonMessages.isStorable(group.claimedAt()) ? null : "the time of the claim is missing or absurd";
    }
}
