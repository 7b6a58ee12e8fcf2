package io.flashsale.system.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Money that the provider took pays the order or is refunded, even if recording it failed at first. */
class MoneyIT {

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;
    private final User user = shop.user();
    private final long sale = shop.openSale(5);
    private String order = shop.buy(sale, user);

    /** Without a body it travels in a group, with one it is forwarded alone. */
    @Test
    void shouldAnswerAPaymentTheSameInAGroupAndAlone() {
        awaitStatus("AWAITING_PAYMENT");
        assertThat(pay("").orderStatus()).isEqualTo("PAID");
        assertThat(told(pay(""))).isEqualTo(told(pay("{}")));

        order = shop.buyAndAwaitPlacement(shop.openSale(1), user);
        shop.cancel(order, user);
        assertThat(pay("").problem()).isEqualTo("order-closed");
        assertThat(told(pay(""))).isEqualTo(told(pay("{}")));
    }

    private Answer pay(String body) {
        return shop.call("POST", "/api/orders/" + order + "/payment", user, body);
    }

    /** Without the time of the answer. */
    private static String told(Answer answer) {
        Map<String, List<String>> headers = new TreeMap<>(answer.headers().map());
        headers.keySet().removeAll(Set.of("date", "x-correlation-id", "content-length"));
        return answer.status() + " " + headers + answer.text().replaceFirst("\"serverTime\":\"[^\"]+\"", "");
    }

    @Test
    @Tag("long")
    void shouldSellWhatWasChargedWhenOrderServiceDiesBeforeItHasRecordedTheCharge() throws Exception {
        awaitStatus("AWAITING_PAYMENT");
        CompletableFuture<Optional<Answer>> paying;
        try (Connection _ = system.records.lock("flashsale_order", "charge READ")) {
            paying = pay();
            system.orderService().kill();
        }
        system.orderService().start();

        awaitStatus("PAID");
        requireMoneyAccountedFor();
        paying.join();
    }

    @Tag("long")
    @Test
    void shouldGiveBackWhatWasChargedWhileTheOrderWasCancelled() throws Exception {
        awaitStatus("AWAITING_PAYMENT");
        CompletableFuture<Optional<Answer>> paying;
        try (Connection _ = system.records.lock("flashsale_order", "charge READ")) {
            paying = pay();
            assertThat(shop.cancel(order, user).orderStatus()).isEqualTo("CLOSED");
        }

        awaitStatus("REFUNDED");
        requireMoneyAccountedFor();
        paying.join();
    }

    /** Starts a payment and returns once the provider has the money. The shopper's answer does not matter. */
    private CompletableFuture<Optional<Answer>> pay() {
        CompletableFuture<Optional<Answer>> paying = Shop.inBackground(() -> shop.tryToPay(order, user));
        await().until(() ->
                system.records.number("SELECT COUNT(*) FROM mock_provider_charge WHERE order_id = " + order) == 1);
        return paying;
    }

    private void awaitStatus(String status) {
        shop.awaitOrder(order, user, status);
    }

    private void requireMoneyAccountedFor() {
        shop.requireAudit(sale, "", "I11");
    }
}
