package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertAll;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.SameSiteAttribute;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;

/**
 * A visitor with their own browser, who leaves at the end of the test. Leaving fails if a script failed, the content
 * security policy blocked something, or an inspection found a violation.
 */
final class Visitor implements AutoCloseable {

    /** The language, window size and theme of a visitor. */
    record Looks(String language, int width, int height, ColorScheme theme) {

        static final Looks DESKTOP = new Looks("en-GB", 1280, 860, ColorScheme.LIGHT);
        static final Looks PHONE = new Looks("en-GB", 390, 844, ColorScheme.LIGHT);
        static final Looks CHINESE_PHONE = new Looks("zh-CN", 390, 844, ColorScheme.DARK);

        Looks in(String otherLanguage) {
            return new Looks(otherLanguage, width, height, theme);
        }

        /** Used in file names. */
        @Override
        public String toString() {
            return (width < 600 ? "phone" : "desktop")
                    + (theme == ColorScheme.DARK ? "-dark" : "-light")
                    + (language.startsWith("zh") ? "-zh" : "");
        }
    }

    /** How often a visitor clicks where a slow machine asks them to try again. */
    static final int MAX_CLICKS = 20;

    private static final Set<Integer> TRY_AGAIN = Set.of(429, 503, 504);
    private static final int TRY_AGAIN_AFTER_MS = 2_000;

    private static final Path PICTURES = Path.of("target/screenshots");

    /** Those who have not left yet. */
    private static final List<Visitor> PRESENT = new ArrayList<>();

    final BrowserContext context;
    final Page page;
    private final String url;
    private final Looks looks;
    private final List<String> faults = new CopyOnWriteArrayList<>();

    private Visitor(String url, Looks looks, @Nullable String zone) {
        this.url = url;
        this.looks = looks;
        context = Chromium.browser()
                .newContext(new NewContextOptions()
                        .setBaseURL(url)
                        .setLocale(looks.language())
                        .setTimezoneId(zone)
                        .setViewportSize(looks.width(), looks.height())
                        .setColorScheme(looks.theme()));
        context.setDefaultTimeout(Shop.SOON.toMillis());
        page = context.newPage();
        page.onPageError(fault -> faults.add("script failed: " + fault));
        page.onConsoleMessage(message -> {
            // The browser logs each answer of 400 and above; the tests check those answers themselves.
            if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
                faults.add(message.text());
            }
        });
        PRESENT.add(this);
    }

    static Visitor arrives() {
        return arrives(Looks.DESKTOP);
    }

    static Visitor arrives(Looks looks) {
        return arrivesFrom(null, looks);
    }

    /** Comes from another time zone than this machine's, such as {@code Europe/Berlin}. */
    static Visitor arrivesFrom(@Nullable String zone, Looks looks) {
        return new Visitor(RunningSystem.get().services.gatewayUrl(), looks, zone);
    }

    /** Opens the shop under another address than the gateway's own. */
    static Visitor arrivesBy(String url) {
        return arrivesBy(url, Looks.DESKTOP);
    }

    static Visitor arrivesBy(String url, Looks looks) {
        return new Visitor(url, looks, null);
    }

    /** Sets the session as if the shopper had logged in before. */
    Visitor loggedIn(Shop.User user) {
        context.addCookies(List.of(new Cookie("session", user.token())
                .setUrl(url)
                .setHttpOnly(true)
                .setSameSite(SameSiteAttribute.STRICT)));
        return this;
    }

    Visitor opens(String path) {
        page.navigate(path);
        return this;
    }

    Visitor opensSale(long sale) {
        return opens("/sales/" + sale);
    }

    /** The one big button, which is a link in some of its states, once it is in this one; {@code good}: has bought. */
    Locator buyButton(String state) {
        return page.locator(".buy-box .button.big." + state);
    }

    /** Clicks until the shopper has bought, because a slow machine may ask the shopper to try again. */
    void buys() {
        await().pollInSameThread().pollDelay(Duration.ZERO).until(() -> {
            page.evaluate("document.querySelector('.buy-box .button.big.buy')?.click()");
            return Stream.of(".yours", ".already", ".paid")
                    .anyMatch(state ->
                            page.locator(".buy-box .button.big" + state).isVisible());
        });
    }

    /**
     * Tries to buy with the big button until the page shows the order, because a slow machine may ask the shopper to try
     * again; they may then learn that they have bought already. Returns the number of tries.
     */
    int triesToBuy(Runnable attempt) {
        int tries = 0;
        do {
            attempt.run();
            tries++;
            page.locator(".buy-box .button.big:is(.buy, .yours, .already)").waitFor();
        } while (tries < MAX_CLICKS && buyButton("buy").isVisible());
        assertThat(buyButton(tries == 1 ? "yours" : "good")).isVisible();
        return tries;
    }

    /** Goes from the sale to the payment; who learned only from a second click that they have bought, by the order. */
    void goesToPay() {
        boolean atOnce = buyButton("yours").isVisible();
        buyButton("good").click();
        if (!atOnce) {
            page.locator(".order-page a[href$='/payment']").click();
        }
        assertThat(page).hasURL(Pattern.compile(".*/orders/\\d+/payment"));
    }

    /** Clicks, and clicks again only if the answer was to try again, as a slow machine gives it. */
    static void clicksUntil(Locator button, Locator result) {
        Page page = button.page();
        for (int clicks = 0; clicks < MAX_CLICKS && !result.isVisible(); clicks++) {
            Response answer =
                    page.waitForResponse(response -> response.request().method().equals("POST"), button::click);
            if (!TRY_AGAIN.contains(answer.status())) {
                break;
            }
            page.waitForTimeout(TRY_AGAIN_AFTER_MS);
            result.or(button).first().waitFor(); // that click may have had its effect all the same
        }
        result.waitFor();
    }

    Locator alert() {
        return page.getByRole(AriaRole.ALERT);
    }

    /** Saves a picture of the page under a name that contains the visitor's looks. */
    void photographs(String name) {
        page.screenshot(new ScreenshotOptions()
                .setPath(PICTURES.resolve(name + "-" + looks + ".png"))
                .setFullPage(true));
    }

    /** Saves a picture, and finds the violations of the rules for all pages. */
    void inspects(String name) {
        photographs(name);
        AppearanceIT.faultsOf(page).forEach(fault -> faults.add(name + " " + looks + ": " + fault));
    }

    /** The elements that contain this text. */
    Locator having(String selector, String text) {
        return page.locator(selector, new Page.LocatorOptions().setHasText(text));
    }

    static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
    }

    static Locator button(Locator within, String name) {
        return within.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name));
    }

    static Locator link(Page page, String name) {
        return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name));
    }

    static Locator link(Locator within, String name) {
        return within.getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(name));
    }

    /** Answers these requests in place of the shop. */
    void getsInstead(String url, Supplier<String> json) {
        page.route(
                url,
                route -> route.fulfill(
                        new FulfillOptions().setContentType("application/json").setBody(json.get())));
    }

    /** Refuses these requests in place of the shop. */
    void getsRefusal(String url, int status, String problem) {
        page.route(url, route -> refuse(route, status, problem));
    }

    static void refuse(Route route, int status, String problem) {
        route.fulfill(new FulfillOptions()
                .setStatus(status)
                .setContentType("application/problem+json")
                .setBody("{\"type\": \"/problems/%s\", \"status\": %d}".formatted(problem, status)));
    }

    static void allLeave() {
        assertAll(List.copyOf(PRESENT).stream().<Executable>map(visitor -> visitor::close));
    }

    /** Leaves before the end of the test. */
    @Override
    public void close() {
        PRESENT.remove(this);
        try {
            context.close();
        } catch (PlaywrightException failed) {
            // A request that a route answers while the page closes.
            assertThat(failed).hasMessageContaining("has been closed");
        }
        assertThat(faults).isEmpty();
    }
}
