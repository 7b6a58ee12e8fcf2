package io.flashsale.coupon.issuing;

import static java.util.stream.Collectors.groupingBy;

import io.flashsale.commons.kafka.JsonMessages;
import io.flashsale.contracts.coupon.CouponClaimed;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Takes claims from Kafka, a batch at a time; the batch is acknowledged when all of it is committed. */
@Component
class ClaimListener {

    private final Issuing issuing;
    private final JsonMessages<CouponClaimed> messages;

    ClaimListener(Issuing issuing, JsonMapper json) {
        this.issuing = issuing;
        this.messages = new JsonMessages<>(json, CouponClaimed.class, ClaimListener::isComplete);
    }

    @KafkaListener(
            id = CouponClaimed.ISSUING_GROUP,
            topics = CouponClaimed.TOPIC,
            concurrency = "${flashsale.issuing.consumers:2}")
    void receive(List<ConsumerRecord<String, byte[]>> batch) {
        messages.deliver(
                batch,
                claims -> claims.stream()
                        .collect(groupingBy(CouponClaimed::templateId))
                        .forEach(issuing::issue));
    }

    @SuppressWarnings("ConstantValue") // JSON fills what the compiler believes to be there
    private static boolean isComplete(CouponClaimed claim) {
        return claim.couponId() > 0 && claim.templateId() > 0 && claim.userId() > 0 && claim.claimedAt() != null;
    }
}
