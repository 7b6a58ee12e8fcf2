package io.flashsale.coupon.redemption;

import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.commons.kafka.JsonMessages;
import io.flashsale.commons.kafka.PartwiseDelivery;
import io.flashsale.commons.kafka.PartwiseDelivery.Delivered;
import io.flashsale.contracts.coupon.CouponSettled;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes orders' outcomes from order-service and acknowledges each batch when all of it is committed. A failure for one
 * coupon does not hold up the others; see {@link PartwiseDelivery}.
 */
@Component
class SettlementListener {

    private final Redemptions redemptions;
    private final PartwiseDelivery<CouponSettled, Long, CouponSettled> delivery;

    SettlementListener(Redemptions redemptions, JsonMapper json, DeadLetters deadLetters) {
        this.redemptions = redemptions;
        this.delivery = new PartwiseDelivery<>(
                new JsonMessages<>(json, CouponSettled.class, "settlement of a coupon", SettlementListener::faultOf),
                CouponSettled::couponId,
                List::of,
                null,
                this::settle,
                deadLetters);
    }

    @KafkaListener(id = CouponSettled.GROUP, topics = CouponSettled.TOPIC)
    void receive(List<ConsumerRecord<String, byte[]>> batch) {
        delivery.take(batch);
    }

    private Map<CouponSettled, String> settle(long coupon, List<Delivered<CouponSettled>> settlements) {
        Map<CouponSettled, String> never = new HashMap<>();
        for (Delivered<CouponSettled> settled : settlements) {
            redemptions.settle(settled.fact()).ifPresent(reason -> never.put(settled.fact(), reason));
        }
        return never;
    }

    @SuppressWarnings("ConstantValue") // JSON may leave out what the compiler believes to be there
    private static @Nullable String faultOf(CouponSettled settled) {
        boolean isComplete = settled.couponId() > 0
                && settled.orderId() > 0
                && settled.attempt() > 0
                && settled.outcome() != null
                && (settled.outcome() == CouponSettled.Outcome.FREED || settled.discountCents() > 0);
        return isComplete ? null : "an id, the attempt, the outcome or the discount is missing";
    }
}
