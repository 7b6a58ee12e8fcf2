package io.flashsale.system.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.SameSiteAttribute;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * A visitor with their own browser. Closing it fails if a script failed or the content security policy blocked
 * something.
 */
public final class Visitor implements AutoCloseable {

    /** The language, window size and theme of a visitor. */
    public record Looks(String language, int width, int height, ColorScheme theme) {

        public static final Looks DESKTOP = new Looks("en-GB", 1280, 860, ColorScheme.LIGHT);
        public static final Looks PHONE = new Looks("en-GB", 390, 844, ColorScheme.LIGHT);

        public Looks in(String otherLanguage) {
            return new Looks(otherLanguage, width, height, theme);
        }

        Looks dark() {
            return new Looks(language, width, height, ColorScheme.DARK);
        }

        /** Used in file names. */
        @Override
        public String toString() {
            return (width < 600 ? "phone" : "desktop")
                    + (theme == ColorScheme.DARK ? "-dark" : "-light")
                    + (language.startsWith("zh") ? "-zh" : "");
        }
    }

    private static final Path PICTURES = Path.of("target/screenshots");

    final BrowserContext context;
    public final Page page;
    private final String url;
    private final Looks looks;
    private final List<String> faults = new CopyOnWriteArrayList<>();

    private Visitor(String url, Looks looks) {
        this.url = url;
        this.looks = looks;
        context = Chromium.browser()
                .newContext(new NewContextOptions()
                        .setBaseURL(url)
                        .setLocale(looks.language())
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
    }

    public static Visitor arrives() {
        return arrives(Looks.DESKTOP);
    }

    public static Visitor arrives(Looks looks) {
        return arrivesBy(RunningSystem.get().services.gatewayUrl(), looks);
    }

    /** Opens the shop under another address than the gateway's own. */
    static Visitor arrivesBy(String url, Looks looks) {
        return new Visitor(url, looks);
    }

    /** Sets the session as if the shopper had logged in before. */
    public Visitor loggedIn(Shop.User user) {
        context.addCookies(List.of(new Cookie("session", user.token())
                .setUrl(url)
                .setHttpOnly(true)
                .setSameSite(SameSiteAttribute.STRICT)));
        return this;
    }

    public Visitor opens(String path) {
        page.navigate(path);
        return this;
    }

    public Visitor opensSale(long sale) {
        return opens("/sales/" + sale);
    }

    /** The one big button, which is a link in some of its states. */
    Locator buyButton() {
        return page.locator(".buy-box .button.big");
    }

    /** The big button, once it is in this state. */
    public Locator buyButton(String state) {
        return page.locator(".buy-box .button.big." + state);
    }

    /** Clicks until the shopper has bought, because a slow machine may ask the shopper to try again. */
    public void buys() {
        clicksUntil(".yours", ".already", ".paid");
    }

    /** Clicks until the big button is in one of these states. */
    void clicksUntil(String... states) {
        await().pollInSameThread().pollDelay(Duration.ZERO).atMost(Shop.SOON).until(() -> {
            page.evaluate("document.querySelector('.buy-box .button.big.buy')?.click()");
            return Stream.of(states)
                    .anyMatch(state ->
                            page.locator(".buy-box .button.big" + state).isVisible());
        });
    }

    Locator alert() {
        return page.getByRole(com.microsoft.playwright.options.AriaRole.ALERT);
    }

    /** Saves a picture of the page under a name that contains the visitor's looks. */
    void photographs(String name) {
        page.screenshot(new ScreenshotOptions()
                .setPath(PICTURES.resolve(name + "-" + looks + ".png"))
                .setFullPage(true));
    }

    /** Saves a picture, and returns the violations of the rules for all pages. */
    public List<String> faultsIn(String name) {
        photographs(name);
        return AppearanceIT.faultsOf(page).stream()
                .map(fault -> name + " " + looks + ": " + fault)
                .toList();
    }

    static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name);
    }

    /** Within a part of the page. */
    static Locator.GetByRoleOptions namedIn(String name) {
        return new Locator.GetByRoleOptions().setName(name);
    }

    @Override
    public void close() {
        context.close();
        assertThat(faults).isEmpty();
    }
}
