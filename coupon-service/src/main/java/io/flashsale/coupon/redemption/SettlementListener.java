package io.flashsale.coupon.redemption;

import io.flashsale.commons.kafka.JsonMessages;
import io.flashsale.contracts.coupon.CouponSettled;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Takes orders' outcomes from order-service and acknowledges each batch when all of it is committed. */
@Component
class SettlementListener {

    private final Redemptions redemptions;
    private final JsonMessages<CouponSettled> messages;

    SettlementListener(Redemptions redemptions, JsonMapper json) {
        this.redemptions = redemptions;
        this.messages =
                new JsonMessages<>(json, CouponSettled.class, "settlement of a coupon", SettlementListener::faultOf);
    }

    @KafkaListener(id = CouponSettled.GROUP, topics = CouponSettled.TOPIC)
    void receive(List<ConsumerRecord<String, byte[]>> batch) {
        messages.deliver(batch, this::settle);
    }

    private void settle(List<CouponSettled> settlements) {
        for (int i = 0; i < settlements.size(); i++) {
            if (!redemptions.settle(settlements.get(i))) {
                throw new BatchListenerFailedException(
                        "there is no coupon " + settlements.get(i).couponId(), i);
            }
        }
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
