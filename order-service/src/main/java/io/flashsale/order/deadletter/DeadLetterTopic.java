package io.flashsale.order.deadletter;

import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.message.MessageForShopper;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import java.util.Optional;
import java.util.stream.Stream;

/** The dead-letter topics, each with the topic that its messages were meant for. */
enum DeadLetterTopic {
    RESERVATIONS(StockReserved.DEAD_LETTER_TOPIC, StockReserved.TOPIC),
    ORDER_EVENTS(OrderReleased.DEAD_LETTER_TOPIC, OrderReleased.TOPIC),
    CLAIMS(CouponClaimed.DEAD_LETTER_TOPIC, CouponClaimed.TOPIC),
    COUPON_SETTLEMENTS(CouponSettled.DEAD_LETTER_TOPIC, CouponSettled.TOPIC),
    SHOPPER_MESSAGES(MessageForShopper.DEAD_LETTER_TOPIC, MessageForShopper.TOPIC);

    private final String topic;
    private final String firstTopic;

    DeadLetterTopic(String topic, String firstTopic) {
        this.topic = topic;
        this.firstTopic = firstTopic;
    }

    static Optional<DeadLetterTopic> of(String topic) {
        return Stream.of(values()).filter(one -> one.topic.equals(topic)).findFirst();
    }

    String topic() {
        return topic;
    }

    /** The topic that the consumers read. */
    String firstTopic() {
        return firstTopic;
    }
}
