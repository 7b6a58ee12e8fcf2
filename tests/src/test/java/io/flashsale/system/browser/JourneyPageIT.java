package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.FollowedPurchases;
import io.flashsale.system.harness.FollowedPurchases.Followed;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page that shows the journey of a click, for each possible ending. */
@Tag("long")
@ExtendWith(Chromium.class)
class JourneyPageIT {

    /** The lab shows the files to which the stops lead. */
    private final Shop shop = RunningSystem.withLockLab().shop;

    private final FollowedPurchases purchases = new FollowedPurchases();
    private final Visitor visitor = Visitor.arrives();
    private final Page page = visitor.page;

    private static Locator stop(Page page, String name) {
        return page.locator(".journey .stop." + name).first(); // on a slow machine one may be repeated
    }

    @Test
    void leadsFromThePaidOrderToTheStopsAndToTheFileOfEach() {
        Followed click = purchases.paid();
        // The page looks twice at an order that has ended, and no more.
        purchases.journey(click, "CLICK", "SCRIPT", "KAFKA", "LEDGER", "INSERT", "PAYMENT");
        visitor.loggedIn(click.user()).opens("/orders/" + click.orderId());
        page.locator("a[href='/orders/" + click.orderId() + "/journey']").click();
        assertThat(stop(page, "PAYMENT")).containsText("PAID");
        assertThat(stop(page, "CLICK")).containsText("202");
        assertThat(stop(page, "SCRIPT")).containsText("Admitted " + click.orderId());
        assertThat(stop(page, "KAFKA")).containsText("reservations");
        assertThat(stop(page, "LEDGER")).containsText(click.orderId() + ", DEDUCT");
        assertThat(stop(page, "INSERT")).containsText("AWAITING_PAYMENT");
        assertThat(page.locator(".row").first()).containsText("PAID");
        visitor.inspects("journey");
        stop(page, "SCRIPT").locator("a").click();
        assertThat(page.locator("main")).containsText("Sets units of one campaign aside");
    }

    @Test
    @Tag("weekly")
    void showsAnOrderThatWasPaidTooLateToAnAdministratorToo() {
        Followed click = purchases.paidLate();
        purchases.journey(click, "CLOSING", "RELEASE", "PAYMENT", "REFUND");
        Visitor admin = Visitor.arrives(Looks.PHONE.in("zh-CN")).loggedIn(shop.admin());
        admin.opens("/orders/" + click.orderId() + "/journey");
        assertThat(stop(admin.page, "CLOSING")).containsText("CANCELLED");
        assertThat(stop(admin.page, "RELEASE")).containsText("RELEASED");
        assertThat(stop(admin.page, "PAYMENT")).containsText("REFUND");
        assertThat(stop(admin.page, "REFUND").locator("h2")).hasText("退款");
        admin.inspects("journey");
    }

    @Test
    @Tag("weekly")
    void leadsFromTheRefusalToWhatBecameOfTheClick() {
        long sale = shop.openSale(1);
        Shop.User late = shop.user();
        visitor.loggedIn(late).opensSale(sale);
        visitor.buyButton("buy").waitFor();
        // Without this the shopper may learn that the sale is sold out before they click.
        page.route(Pattern.compile("/api/sales/\\d+$"), Route::abort);
        shop.reserve(sale, shop.user());
        Visitor.clicksUntil(visitor.buyButton("buy"), visitor.buyButton("soldOut"));
        Locator link = page.locator(".buy-box a[href^='/clicks/']");
        String journey = "/api" + link.getAttribute("href");
        await().until(() -> shop.get(journey, late).status() == 200); // the page looks for ten seconds only
        link.click();
        assertThat(page).hasURL(Pattern.compile("/clicks/[0-9a-f]{32}/journey$"));
        assertThat(stop(page, "CLICK")).containsText("409");
        visitor.inspects("journey-of-a-refusal");
    }

    /** Not known yet, no longer known, or unreadable now; some users see no rows. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2026-01-01T00:00:00Z | true  | []        | are on their way here
            2026-01-01T00:00:00Z | false | []        | are on their way here
            2025-12-30T00:00:00Z | true  | []        | are not known
            2025-12-30T00:00:00Z | false | []        | are not known
            2025-12-30T00:00:00Z | true  | ["stops"] |
            """)
    void saysWhyItKnowsNoStops(String createdAt, boolean details, String missing, @Nullable String words) {
        String row = """
            {"table": "order-service: orders", "values": {"id": "7", "reserved_at": "%s"}}\
            """.formatted(createdAt);
        String journey = """
                {"orderId": "7", "traceId": "%s", "status": "PAID", "stops": [], "missing": %s, "createdAt": "%s",
                 "rows": [%s],
             "serverTime": "2026-01-01T00:00:30Z"}\
            """.formatted("a".repeat(32), missing, createdAt, details ? row : "");
        visitor.loggedIn(shop.user());
        visitor.getsInstead("**/api/orders/7/journey", () -> journey);
        visitor.opens("/orders/7/journey");
        if (details) {
            assertThat(page.locator(".row")).containsText("reserved_at");
        }
        Locator reason = visitor.having(".journey-page > p.quiet", "The stops of this");
        if (words == null) {
            assertThat(page.locator("[role=alert]")).isVisible();
            assertThat(reason).hasCount(0);
        } else {
            assertThat(reason).containsText(words);
            assertThat(page.locator("[role=alert]")).hasCount(0);
        }
    }
}
