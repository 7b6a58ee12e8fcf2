package io.flashsale.system.alert;

import static org.awaitility.Awaitility.await;

import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.Answer;
import io.flashsale.system.harness.Shop.User;
import java.time.Duration;

/** Purchases that have come as far as a scenario needs. */
final class Purchases {

    private static final Duration SOON = Duration.ofSeconds(60);

    private Purchases() {}

    /** The order of a reservation that was accepted. */
    static String accepted(Shop shop, long sale, User user) {
        Answer answer = await().atMost(SOON)
                .ignoreExceptionsInstanceOf(AssertionError.class)
                .until(
                        () -> shop.reserve(sale, user),
                        reserved -> !reserved.orderId().isEmpty());
        return answer.orderId();
    }

    /** The same, and it can be paid. */
    static String placed(Shop shop, long sale, User user) {
        String order = accepted(shop, sale, user);
        shop.awaitOrder(order, user, "AWAITING_PAYMENT");
        return order;
    }
}
