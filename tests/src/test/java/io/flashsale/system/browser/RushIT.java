package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import io.flashsale.client.Answer;
import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the big button says and does at the critical moments. */
@ExtendWith(Chromium.class)
@Tag("long")
class RushIT {

    /** Records every text of the button, however briefly it is shown. */
    private static final String KEEP_WHAT_THE_BUTTON_SAYS = """
            window.said = [];
            new MutationObserver(() => window.said.push(document.querySelector('.buy-box .button.big')?.textContent ?? ''))
              .observe(document, { subtree: true, childList: true, characterData: true });""";

    private final Shop shop = RunningSystem.get().shop;

    private long saleThatOpensIn(Duration wait) {
        return shop.makeSale(
                "{\"title\":\"Soon\",\"priceCents\":1999,\"listPriceCents\":4999,\"initialStock\":5,\"opensAt\":\"%s\"}"
                        .formatted(Instant.now().plus(wait)));
    }

    /** Moves a moment of the sale; on a slow machine the page may learn of the move only after that moment. */
    private void move(long sale, String moment, Duration wait) {
        Answer moved = shop.amend(
                sale, "{\"%s\":\"%s\"}".formatted(moment, Instant.now().plus(wait)));
        assertThat(moved.status()).as(moved.text()).isEqualTo(200);
    }

    private static List<String> reservationsSentBy(Visitor visitor) {
        List<String> sent = new CopyOnWriteArrayList<>();
        visitor.page.onRequest(request -> {
            if (request.url().endsWith("/reservations")) {
                sent.add(request.method());
            }
        });
        return sent;
    }

    @Test
    void opensAtZeroByTheServersClockAndWithoutAReload() {
        try (Visitor visitor = Visitor.arrives().loggedIn(shop.user())) {
            long sale = saleThatOpensIn(Duration.ofMinutes(50));
            // This computer's clock is an hour ahead: by its clock the sale has been open for long.
            visitor.context.addInitScript("const now = Date.now; Date.now = () => now() + 3600000;");
            visitor.opensSale(sale);
            assertThat(visitor.buyButton("notYet")).containsText(Pattern.compile("Opens in \\d+:"));
            visitor.page.evaluate("window.samePage = true");
            move(sale, "opensAt", Duration.ofSeconds(8));
            visitor.buys();
            assertThat(visitor.page.evaluate("window.samePage === true")).isEqualTo(true);
        }
    }

    @Test
    void takesADoubleClickForOnePurchase() {
        long sale = shop.openSale(5);
        try (Visitor visitor = Visitor.arrives().loggedIn(shop.user()).opensSale(sale)) {
            List<String> sent = reservationsSentBy(visitor);
            List<Route> waiting = new CopyOnWriteArrayList<>(); // so that no answer comes between the two clicks
            visitor.page.route("**/reservations", waiting::add);
            int tries = visitor.triesToBuy(() -> {
                visitor.buyButton("buy").dblclick();
                visitor.page.waitForCondition(() -> !waiting.isEmpty());
                waiting.removeFirst().resume();
            });
            assertThat(sent).hasSize(tries).containsOnly("POST");
        }
        shop.awaitRemaining(sale, 4);
    }

    @Test
    @Tag("weekly")
    void opensAgainWhenStockComesBack() {
        long sale = shop.openSale(1);
        List<Shop.User> users = shop.users(2);
        String order = shop.buyAndAwaitPlacement(sale, users.getFirst());
        try (Visitor visitor = Visitor.arrives().loggedIn(users.getLast()).opensSale(sale)) {
            assertThat(visitor.buyButton("soldOut")).hasAttribute("aria-disabled", "true");
            assertThat(shop.cancel(order, users.getFirst()).status()).isEqualTo(200);
            visitor.buys();
        }
    }

    @Test
    @Tag("weekly")
    void saysHowLongToWaitAfterTooManyClicks() {
        long sale = shop.openSale(5);
        try (Visitor visitor = Visitor.arrives().loggedIn(shop.user()).opensSale(sale)) {
            refuseOnce(visitor.page, 429, "rate-limited", "3");
            visitor.page.evaluate(KEEP_WHAT_THE_BUTTON_SAYS);
            visitor.buyButton("buy").click();
            visitor.page.waitForFunction("window.said.some((text) => text.includes('Wait'))");
            visitor.buys();
        }
    }

    @Test
    @Tag("weekly")
    void survivesAServiceThatIsAwayAndALineThatBreaks() {
        long sale = shop.openSale(5);
        try (Visitor visitor = Visitor.arrives().loggedIn(shop.user()).opensSale(sale)) {
            refuseOnce(visitor.page, 503, "service-unavailable", "1");
            visitor.buyButton("buy").click();
            assertThat(visitor.alert()).containsText("Nothing is lost");

            visitor.buyButton("buy").waitFor();
            visitor.page.route("**/reservations", route -> route.abort());
            visitor.buyButton("buy").click();
            assertThat(visitor.alert()).containsText("We do not know whether your click arrived");
            visitor.page.unroute("**/reservations");
            visitor.buys();
        }
    }

    @Test
    @Tag("weekly")
    void closesAtTheEndWithoutAReload() {
        try (Visitor visitor = Visitor.arrives().loggedIn(shop.user())) {
            long sale = shop.openSale(5);
            visitor.opensSale(sale).buyButton("buy").waitFor();
            move(sale, "closesAt", Duration.ofSeconds(6));
            assertThat(visitor.buyButton("ended")).hasAttribute("aria-disabled", "true");
        }
    }

    @Test
    @Tag("weekly")
    void keepsAPlaceInTheQueueThroughABrokenLine() {
        try (TcpProxy line = RunningSystem.get().lineToTheGateway();
                Visitor visitor = Visitor.arrivesBy("http://127.0.0.1:" + line.port(), Looks.DESKTOP)
                        .loggedIn(shop.user())) {
            // The page gets no news of the order after it was accepted.
            visitor.page.route("**/api/orders/**", route -> route.abort());
            List<String> sent = reservationsSentBy(visitor);
            clicksUntilAccepted(visitor);
            assertThat(visitor.buyButton("queued")).hasText("In the queue …");
            int clicks = sent.size();
            line.refuse();
            assertThat(visitor.page.getByText("The shop does not answer")).isVisible();
            assertThat(visitor.buyButton("queued")).isVisible();
            line.heal();
            visitor.page.unroute("**/api/orders/**");
            visitor.buyButton("yours").waitFor();
            assertThat(sent).hasSize(clicks).containsOnly("POST");
        }
    }

    /** Clicks once in each sale: a second click would be told that the first, whose answer was lost, has bought. */
    private void clicksUntilAccepted(Visitor visitor) {
        Locator button = visitor.buyButton("buy");
        int status = 0;
        for (int clicks = 0; clicks < Visitor.MAX_CLICKS && status != 202; clicks++) {
            visitor.opensSale(shop.openSale(5));
            button.waitFor();
            Response answer = visitor.page.waitForResponse("**/reservations", button::click);
            status = answer.status();
        }
        visitor.buyButton("queued").waitFor();
    }

    @Test
    void knowsInASecondTabAndAfterGoingBackWhatWasBought() {
        long sale = shop.openSale(5);
        try (Visitor visitor = Visitor.arrives().loggedIn(shop.user()).opensSale(sale)) {
            visitor.buyButton("buy").waitFor();
            Page second = visitor.context.newPage();
            second.navigate("/sales/" + sale);
            second.locator(".buy-box .buy").waitFor();

            visitor.buys();
            visitor.buyButton("good").click();
            visitor.page.locator(".provider .big, .order-card").waitFor();
            visitor.page.goBack();
            assertThat(visitor.buyButton("already")).hasAttribute("href", Pattern.compile("/orders/\\d+"));

            Visitor.clicksUntil(second.locator(".buy-box .buy"), second.locator(".buy-box .already"));
            assertThat(second.locator(".buy-box .already")).isVisible();
        }
        shop.awaitRemaining(sale, 4);
    }

    /** Answers the next reservation with a refusal; the request does not reach the shop. */
    private static void refuseOnce(Page page, int status, String problem, String retryAfter) {
        page.route(
                "**/reservations",
                route -> route.fulfill(new FulfillOptions()
                        .setStatus(status)
                        .setContentType("application/problem+json")
                        .setHeaders(Map.of("Retry-After", retryAfter))
                        .setBody("{\"type\":\"/problems/%s\",\"status\":%d}".formatted(problem, status))),
                new Page.RouteOptions().setTimes(1));
    }
}
