package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.flashsale.system.browser.Visitor.link;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.SameSiteAttribute;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Logging in, staying logged in, and losing the session. */
@ExtendWith(Chromium.class)
class SessionIT {

    private final Shop shop = RunningSystem.get().shop;
    private final Visitor visitor = Visitor.arrives();
    private final Page page = visitor.page;

    private void logIn(Shop.User user) {
        logIn(user, page.locator(".account .who"));
    }

    private void logIn(Shop.User user, Locator result) {
        page.locator("#username").fill(user.name());
        page.locator("#password").fill(Shop.PASSWORD);
        Visitor.clicksUntil(page.locator("form button"), result);
    }

    @Test
    void asksWhoOpensAPageOfTheirOwnAndKeepsTheTokenOutOfTheReachOfScripts() {
        visitor.opens("/orders");
        assertThat(page).hasURL(Pattern.compile(".*/login\\?then=/orders"));
        logIn(shop.user());
        assertThat(page).hasURL(Pattern.compile("http://[^/]+/orders"));
        Cookie session = visitor.context.cookies().getFirst();
        assertThat(session.httpOnly).isTrue();
        assertThat(session.sameSite).isEqualTo(SameSiteAttribute.STRICT);
        assertThat(page.evaluate("document.cookie")).isEqualTo("");
        assertThat((String) page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})"))
                .doesNotContain(session.value);
    }

    @Test
    void movesNoLinkOfTheHeaderOnceTheSessionIsKnown() {
        List<Route> waiting = new CopyOnWriteArrayList<>();
        page.route("**/api/session", waiting::add);
        visitor.loggedIn(shop.user()).opens("/");
        Locator coupons = link(page, "Coupons");
        double before = coupons.boundingBox().x;
        page.waitForCondition(() -> !waiting.isEmpty());
        waiting.removeFirst().resume();
        link(page, "My orders").waitFor();
        assertThat(coupons.boundingBox().x).isCloseTo(before, within(1.0));
    }

    @Tag("weekly")
    @Test
    void sendsWhoseSessionEndedToLogInAndBack() {
        long sale = shop.openSale(5);
        Shop.User user = shop.user();
        visitor.loggedIn(user).opensSale(sale);
        visitor.buyButton("buy").waitFor();
        visitor.context.clearCookies();
        visitor.buyButton("buy").click();
        assertThat(page).hasURL(Pattern.compile(".*/login\\?.*"));
        assertThat(page.getByText("Your session has ended")).isVisible();
        logIn(user, visitor.buyButton("buy"));
        assertThat(page).hasURL(Pattern.compile("^[^?]*/sales/" + sale));
        visitor.buys();
    }

    @Tag("long")
    @Test
    void keepsWhatWasTypedWhenItIsRefused() {
        visitor.opens("/login");
        logIn(new Shop.User("nobody-at-all", ""), visitor.having("[role=alert]", "The name or the password is wrong"));
        assertThat(page.locator("#username")).hasValue("nobody-at-all");
        assertThat(page.locator("#password")).hasValue(Shop.PASSWORD);
        page.route("**/api/session", route -> route.abort());
        page.locator("form button").click();
        assertThat(visitor.alert()).containsText("No connection");
        assertThat(page.locator("#password")).hasValue(Shop.PASSWORD);
    }

    @Tag("weekly")
    @Test
    void leadsToPagesOfOurOwnOnly() {
        visitor.opens("/login?then=//elsewhere.example/");
        logIn(shop.user());
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
                .hasText("Flash sales");
    }

    @Tag("weekly")
    @Test
    void offersTheAccountsOfTheDemoAndLogsOut() {
        visitor.opens("/");
        becomesBob();
        page.evaluate("localStorage.setItem('flash-sale.entry.7.42', '{\"pass\": \"of bob\"}')");
        page.evaluate("localStorage.setItem('flash-sale.sound', 'on')");
        page.locator(".account button").click();
        assertThat(page.locator(".account")).hasText("Log in");
        assertThat(visitor.context.cookies()).isEmpty();
        assertThat((String) page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})"))
                .contains("flash-sale.sound")
                .doesNotContain("of bob");
    }

    private void becomesBob() {
        Visitor.clicksUntil(
                page.locator(".demo button").getByText("bob"), visitor.having(".demo [aria-pressed=true]", "bob"));
    }

    @Tag("long")
    @Test
    void showsNobodyWhatBelongsToTheOneBefore() {
        Shop.User user = shop.user();
        String order = shop.buy(shop.openSale(5), user);
        visitor.loggedIn(user).opens("/orders");
        Locator bought = page.locator(".order h2 a[href='/orders/" + order + "']");
        bought.waitFor();
        becomesBob();
        // Bob may have bought something in another test.
        page.getByText("You have not bought anything yet.")
                .or(page.locator(".order"))
                .first()
                .waitFor();
        assertThat(bought).hasCount(0);
    }

    @Tag("long")
    @Test
    void isTheSameInAllTabs() {
        visitor.loggedIn(shop.user()).opens("/orders");
        page.locator(".account .who").waitFor();
        Page other = visitor.context.newPage();
        other.navigate("/");
        Visitor.clicksUntil(
                other.locator(".demo button").getByText("alice"), other.locator(".demo [aria-pressed=true]"));
        assertThat(page.locator(".account .who")).hasText("alice");

        other.locator(".account button").click();
        assertThat(page).hasURL(Pattern.compile(".*/login\\?then=/orders"));
    }

    @Tag("long")
    @Test
    void doesNotPretendToHaveLoggedOut() {
        visitor.loggedIn(shop.user()).opens("/");
        assertThat(page.locator(".account button")).isVisible(); // the page has asked who the visitor is
        page.route("**/api/session", route -> route.abort());
        page.locator(".account button").click();
        assertThat(visitor.alert()).containsText("No connection");
        assertThat(page.locator(".account .who")).isVisible();
    }

    @Tag("weekly")
    @Test
    void speaksTheLanguageThatWasChosen() {
        visitor.opens("/");
        page.locator(".languages button[lang=zh]").click();
        assertThat(page.locator("h1")).hasText("限时秒杀");
        page.reload();
        assertThat(page.locator("h1")).hasText("限时秒杀");
        assertThat(page.locator("html")).hasAttribute("lang", "zh-CN");
    }
}
