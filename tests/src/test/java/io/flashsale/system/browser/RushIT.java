package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import io.flashsale.client.Answer;
import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
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
    private final Visitor visitor = Visitor.arrives().loggedIn(shop.user());
    private final Page page = visitor.page;

    /** Moves a moment of the sale; on a slow machine the page may learn of the move only after that moment. */
    private void move(long sale, String moment, int seconds) {
        Instant then = Instant.now().plusSeconds(seconds);
        Answer moved = shop.amend(sale, "{\"%s\":\"%s\"}".formatted(moment, then));
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
        long sale = shop.makeSale("""
                {"title": "Soon", "priceCents": 1999, "listPriceCents": 4999, "initialStock": 5, "opensAt": "%s"}
                """.formatted(Instant.now().plusSeconds(3_000)));
        // This computer's clock is an hour ahead: by its clock the sale has been open for long.
        visitor.context.addInitScript("const now = Date.now; Date.now = () => now() + 3600000;");
        visitor.opensSale(sale);
        assertThat(visitor.buyButton("notYet")).containsText(Pattern.compile("Opens in \\d+:"));
        page.evaluate("window.samePage = true");
        move(sale, "opensAt", 8);
        visitor.buys();
        assertThat(page.evaluate("window.samePage === true")).isEqualTo(true);
    }

    @Test
    void takesADoubleClickForOnePurchase() {
        long sale = shop.openSale(5);
        visitor.opensSale(sale);
        List<String> sent = reservationsSentBy(visitor);
        List<Route> waiting = new CopyOnWriteArrayList<>(); // so that no answer comes between the two clicks
        page.route("**/reservations", waiting::add);
        int tries = visitor.triesToBuy(() -> {
            visitor.buyButton("buy").dblclick();
            page.waitForCondition(() -> !waiting.isEmpty());
            waiting.removeFirst().resume();
        });
        assertThat(sent).hasSize(tries).containsOnly("POST");
        shop.awaitRemaining(sale, 4);
    }

    @Test
    @Tag("weekly")
    void opensAgainWhenStockComesBack() {
        long sale = shop.openSale(1);
        Shop.User first = shop.user();
        String order = shop.buyAndAwaitPlacement(sale, first);
        visitor.opensSale(sale);
        assertThat(visitor.buyButton("soldOut")).hasAttribute("aria-disabled", "true");
        assertThat(shop.cancel(order, first).status()).isEqualTo(200);
        visitor.buys();
    }

    @Test
    @Tag("weekly")
    void saysHowLongToWaitAfterTooManyClicks() {
        visitor.opensSale(shop.openSale(5));
        refuseOnce(429, "rate-limited", "3");
        page.evaluate(KEEP_WHAT_THE_BUTTON_SAYS);
        visitor.buyButton("buy").click();
        page.waitForFunction("window.said.some((text) => text.includes('Wait'))");
        visitor.buys();
    }

    @Test
    @Tag("weekly")
    void survivesAServiceThatIsAwayAndALineThatBreaks() {
        visitor.opensSale(shop.openSale(5));
        refuseOnce(503, "service-unavailable", "1");
        visitor.buyButton("buy").click();
        assertThat(visitor.alert()).containsText("Nothing is lost");

        visitor.buyButton("buy").waitFor();
        page.route("**/reservations", route -> route.abort());
        visitor.buyButton("buy").click();
        assertThat(visitor.alert()).containsText("We do not know whether your click arrived");
        page.unroute("**/reservations");
        visitor.buys();
    }

    @Test
    @Tag("weekly")
    void closesAtTheEndWithoutAReload() {
        long sale = shop.openSale(5);
        visitor.opensSale(sale).buyButton("buy").waitFor();
        move(sale, "closesAt", 6);
        assertThat(visitor.buyButton("ended")).hasAttribute("aria-disabled", "true");
    }

    @Test
    @Tag("weekly")
    void keepsAPlaceInTheQueueThroughABrokenLine() {
        try (TcpProxy line = RunningSystem.get().lineToTheGateway();
                Visitor remote = Visitor.arrivesBy("http://127.0.0.1:" + line.port())) {
            remote.loggedIn(shop.user());
            // The page gets no news of the order after it was accepted.
            remote.page.route("**/api/orders/**", route -> route.abort());
            List<String> sent = reservationsSentBy(remote);
            clicksUntilAccepted(remote);
            assertThat(remote.buyButton("queued")).hasText("In the queue …");
            int clicks = sent.size();
            line.refuse();
            assertThat(remote.page.getByText("The shop does not answer")).isVisible();
            assertThat(remote.buyButton("queued")).isVisible();
            line.heal();
            remote.page.unroute("**/api/orders/**");
            remote.buyButton("yours").waitFor();
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
            status = visitor.page
                    .waitForResponse("**/reservations", button::click)
                    .status();
        }
        visitor.buyButton("queued").waitFor();
    }

    @Test
    void knowsInASecondTabAndAfterGoingBackWhatWasBought() {
        long sale = shop.openSale(5);
        visitor.opensSale(sale);
        visitor.buyButton("buy").waitFor();
        Page second = visitor.context.newPage();
        second.navigate("/sales/" + sale);
        second.locator(".buy-box .buy").waitFor();

        visitor.buys();
        visitor.buyButton("good").click();
        page.locator(".provider .big, .order-card").waitFor();
        page.goBack();
        assertThat(visitor.buyButton("already")).hasAttribute("href", Pattern.compile("/orders/\\d+"));

        Visitor.clicksUntil(second.locator(".buy-box .buy"), second.locator(".buy-box .already"));
        assertThat(second.locator(".buy-box .already")).isVisible();
        shop.awaitRemaining(sale, 4);
    }

    /** Answers the next reservation with a refusal; the request does not reach the shop. */
    private void refuseOnce(int status, String problem, String retryAfter) {
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
