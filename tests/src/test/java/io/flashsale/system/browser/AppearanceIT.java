package io.flashsale.system.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.LoadState;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks every page at both widths and in both themes.
 *
 * <p>Saves a picture in target/screenshots, runs axe, and checks that nothing is wider than the window.
 */
@Tag("weekly")
@ExtendWith(Chromium.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AppearanceIT {

    private static final String AXE = contentOf(Objects.requireNonNull(
            AppearanceIT.class.getResource("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")));

    /** The findings that axe rates serious or critical, with their place in the page. */
    private static final String SERIOUS = """
            async () => (await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']}))
              .violations.filter((found) => ['serious', 'critical'].includes(found.impact))
              .map((found) => found.id + ': ' + found.nodes.map((node) => node.html + ' ' + node.failureSummary).join(' | '))
            """;

    private final Shop shop = RunningSystem.withLockLab().shop;
    private final Map<String, String> pages = new LinkedHashMap<>();
    private Shop.User user = new Shop.User("", "");

    /** Two looks that have nothing in common: each width, theme and language is in one of them. */
    static Stream<Looks> oppositeLooks() {
        return Stream.of(Looks.DESKTOP, Looks.CHINESE_PHONE);
    }

    /** Makes sales and orders in every state, with the pictures of the demo. */
    @BeforeAll
    void stockTheShop() {
        List<Shop.User> users = shop.users(4);
        user = users.getFirst();
        Instant now = Instant.now();
        Instant later = now.plusSeconds(7200);
        long next = offer(shop, "sneakers", "Volt Runner, limited drop", 300, now.plusSeconds(1200), later);
        long open = offer(shop, "phone", "Lumo 5, launch price", 5, now, later);
        users.subList(1, 4).forEach(other -> shop.reserve(open, other));
        long sold = offer(shop, "watch", "Orbit 2, last pieces", 1, now, later);
        shop.reserve(sold, users.get(1));
        long ended = offer(shop, "lamp", "Halo, spring clearance", 50, now, now.plusSeconds(2));
        String unpaid = placed(offer(shop, "keyboard", "Klack 75, group price", 80, now, now.plusSeconds(500_000)));
        String paid = placed(offer(shop, "headphones", "Hush One, midnight sale", 3, now, now.plusSeconds(500_000)));
        shop.post("/api/orders/" + paid + "/payment", user);
        String cancelled = placed(offer(shop, "coffee-machine", "Moka Due, weekend price", 2, now, later));
        shop.cancel(cancelled, user);

        pages.put("sale-upcoming", "/sales/" + next);
        pages.put("sale-ended", "/sales/" + ended);
        pages.put(
                "sale-already",
                "/sales/" + shop.order(unpaid, user).body().path("saleId").asString());
        pages.put("login", "/login?then=/orders");
        pages.put("sign-up", "/sign-up");
        pages.put("order-missing", "/orders/1");
        pages.put("not-found", "/lab/nothing-here");
        pages.put("sale", "/sales/" + open);
        pages.put("sale-sold-out", "/sales/" + sold);
        pages.put("orders", "/orders");
        pages.put("order-unpaid", "/orders/" + unpaid);
        pages.put("order-paid", "/orders/" + paid);
        pages.put("order-cancelled", "/orders/" + cancelled);
        pages.put("payment", "/orders/" + unpaid + "/payment");
        pages.put("messages", "/messages");
        pages.put("coupons", "/coupons");
        pages.put("coupons-mine", "/coupons/mine");
        pages.put("shop", "/");
    }

    /** Makes a sale of a product with one of the pictures of the demo. */
    static long offer(Shop shop, String picture, String title, int units, Instant opensAt, Instant closesAt) {
        return shop.makeSale("""
                {"title": "%s", "priceCents": 19900, "listPriceCents": 29900, "initialStock": %d,
                 "opensAt": "%s", "closesAt": "%s",
                 "product": {"name": "%s", "description": "Light, quiet, and made to be looked at.",
                             "imageUrl": "/images/products/%s.svg"}}
                """.formatted(title, units, opensAt, closesAt, title.replaceFirst(",.*", ""), picture));
    }

    private String placed(long sale) {
        return shop.buyAndAwaitPlacement(sale, user);
    }

    @ParameterizedTest
    @MethodSource("oppositeLooks")
    void isGoodEnoughToShow(Looks looks) {
        Visitor visitor = Visitor.arrives(looks).loggedIn(user);
        pages.forEach((name, path) -> {
            visitor.opens(path);
            settle(visitor.page);
            visitor.inspects(name);
        });
    }

    static void settle(Page page) {
        page.locator("h1").waitFor();
        PlaywrightAssertions.assertThat(page.locator("[aria-busy=true]")).hasCount(0);
        page.waitForLoadState(LoadState.LOAD);
    }

    @SuppressWarnings("unchecked")
    static List<String> faultsOf(Page page) {
        page.evaluate(AXE);
        List<String> faults = new ArrayList<>((List<String>) page.evaluate(SERIOUS));
        if (isTooWide(page)) {
            faults.add("is wider than the window");
        }
        return faults;
    }

    static boolean isTooWide(Page page) {
        return (boolean) page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
    }

    @Test
    void doesNotJumpWhileItLoads() {
        Visitor visitor = Visitor.arrives();
        visitor.context.addInitScript("window.shifts = 0; new PerformanceObserver((list) => {"
                + " for (const entry of list.getEntries()) window.shifts += entry.value;"
                + "}).observe({type: 'layout-shift', buffered: true});");
        for (String path : List.of("/", pages.getOrDefault("sale", ""))) {
            visitor.opens(path);
            settle(visitor.page);
            visitor.page.waitForTimeout(500);
            // 0.1 is the limit of "good" for cumulative layout shift.
            assertThat(((Number) visitor.page.evaluate("window.shifts")).doubleValue())
                    .as(path)
                    .isLessThan(0.1);
        }
    }

    @Test
    void isLightOnTheLine() {
        AtomicLong bytes = new AtomicLong();
        Visitor visitor = Visitor.arrives();
        CDPSession session = visitor.context.newCDPSession(visitor.page);
        session.on(
                "Network.loadingFinished",
                event -> bytes.addAndGet(event.get("encodedDataLength").getAsLong()));
        session.send("Network.enable");
        visitor.opens("/");
        visitor.page.locator(".sale .picture").last().waitFor();
        // Scrolls to no element: a sale that ends meanwhile moves to another part of the page.
        visitor.page.evaluate("window.scrollTo(0, document.body.scrollHeight)");
        visitor.page.waitForLoadState(LoadState.NETWORKIDLE);
        assertThat(bytes.get()).isBetween(50_000L, 300_000L);
        bytes.set(0);
        visitor.page.reload();
        visitor.page.waitForLoadState(LoadState.NETWORKIDLE);
        assertThat(bytes.get()).as("the second time").isLessThan(50_000L);
    }
}
