package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route.FulfillOptions;
import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order on the screen follows the order's state, even when the connection fails. */
@Tag("long")
@ExtendWith(Chromium.class)
class FollowingIT {

    private final Shop shop = RunningSystem.get().shop;
    private final Shop.User user = shop.user();
    private final Visitor visitor = Visitor.arrives().loggedIn(user);
    private final Page page = visitor.page;

    private String placedOrder() {
        return shop.buyAndAwaitPlacement(shop.openSale(5), user);
    }

    private void payElsewhere(String order) {
        assertThat(shop.pay(order, user).status()).isEqualTo(200);
    }

    @Test
    void takesUpAStreamThatWasCut() {
        String order = placedOrder();
        try (TcpProxy line = RunningSystem.get().lineToTheGateway();
                Visitor remote = Visitor.arrivesBy("http://127.0.0.1:" + line.port())) {
            remote.loggedIn(user).opens("/orders/" + order);
            remote.page.locator(".badge.AWAITING_PAYMENT").waitFor();
            line.refuse();
            assertThat(remote.alert()).containsText("No connection");
            payElsewhere(order);
            line.heal();
            assertThat(remote.page.locator(".badge.PAID")).isVisible();
            assertThat(remote.alert()).hasCount(0);
        }
    }

    @Test
    @Tag("weekly")
    void takesNoLineWhileNobodyLooks() {
        String order = placedOrder();
        visitor.opens("/orders/" + order);
        page.locator(".badge.AWAITING_PAYMENT").waitFor();
        isSeen(false);
        payElsewhere(order);
        List<String> asked = new CopyOnWriteArrayList<>();
        page.onRequest(request -> asked.add(request.url()));
        isSeen(true);
        assertThat(page.locator(".badge.PAID")).isVisible();
        assertThat(asked).isNotEmpty().allMatch(url -> url.endsWith(order + "/events"));
    }

    private void isSeen(boolean seen) {
        page.evaluate(
                "(hidden) => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});"
                        + " document.dispatchEvent(new Event('visibilitychange')); }",
                !seen);
    }

    @ParameterizedTest
    @CsvSource({"REFUND_DUE, Refund due, is on its way back", "REFUNDED, Refunded, The whole amount went back"})
    void explainsARefund(String status, String badge, String explanation) {
        String order = """
                {"orderId":"7","saleId":"1","title":"A lamp","priceCents":1999,"refundCents":1499,"status":"%s"}\
                """.formatted(status);
        visitor.getsInstead("**/api/orders/7", () -> order);
        page.route(
                "**/api/orders/7/events",
                route -> route.fulfill(new FulfillOptions()
                        .setContentType("text/event-stream")
                        .setBody("event: status\ndata: " + order + "\n\n")));
        visitor.opens("/orders/7");
        assertThat(page.locator(".badge." + status)).hasText(badge);
        assertThat(page.getByText("Your payment of ¥14.99 arrived after the order was closed"))
                .containsText(explanation);
    }

    @Test
    @Tag("weekly")
    void asksWhereNoStreamComesThrough() {
        String order = placedOrder();
        page.route("**/events", route -> route.abort());
        visitor.opens("/orders/" + order);
        page.locator(".badge.AWAITING_PAYMENT").waitFor();
        payElsewhere(order);
        assertThat(page.locator(".badge.PAID")).isVisible();
    }
}
