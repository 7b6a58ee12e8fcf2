package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.SameSiteAttribute;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Logging in, staying logged in, and losing the session. */
@ExtendWith(Chromium.class)
class SessionIT {

    private final Shop shop = RunningSystem.get().shop;

    private static void logIn(Visitor visitor, Shop.User user) {
        fillIn(visitor, user);
        visitor.page.locator("form button").click();
    }

    private static void fillIn(Visitor visitor, Shop.User user) {
        visitor.page.locator("#username").fill(user.name());
        visitor.page.locator("#password").fill(Shop.PASSWORD);
    }

    @Test
    void keepsTheTokenOutOfTheReachOfScripts() {
        try (Visitor visitor = Visitor.arrives().opens("/login?then=/orders")) {
            fillIn(visitor, shop.user());
            Visitor.clicksUntil(visitor.page.locator("form button"), visitor.page.locator(".account .who"));
            assertThat(visitor.page).hasURL(Pattern.compile("http://[^/]+/orders"));
            Cookie session = visitor.context.cookies().getFirst();
            assertThat(session.httpOnly).isTrue();
            assertThat(session.sameSite).isEqualTo(SameSiteAttribute.STRICT);
            assertThat(visitor.page.evaluate("document.cookie")).isEqualTo("");
            assertThat((String) visitor.page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})"))
                    .doesNotContain(session.value);
        }
    }

    @Tag("weekly")
    @Test
    void sendsWhoseSessionEndedToLogInAndBack() {
        long sale = shop.openSale(5);
        Shop.User user = shop.user();
        try (Visitor visitor = Visitor.arrives().loggedIn(user).opensSale(sale)) {
            visitor.buyButton("buy").waitFor();
            visitor.context.clearCookies();
            visitor.buyButton("buy").click();
            assertThat(visitor.page).hasURL(Pattern.compile(".*/login\\?.*"));
            assertThat(visitor.page.getByText("Your session has ended")).isVisible();
            logIn(visitor, user);
            assertThat(visitor.page).hasURL(Pattern.compile("^[^?]*/sales/" + sale));
            visitor.buys();
        }
    }

    @Tag("weekly")
    @Test
    void asksWhoOpensAPageOfTheirOwn() {
        try (Visitor visitor = Visitor.arrives().opens("/orders")) {
            assertThat(visitor.page).hasURL(Pattern.compile(".*/login\\?then=/orders"));
        }
    }

    @Tag("long")
    @Test
    void keepsWhatWasTypedWhenItIsRefused() {
        try (Visitor visitor = Visitor.arrives().opens("/login")) {
            logIn(visitor, new Shop.User("nobody-at-all", ""));
            assertThat(visitor.alert()).containsText("The name or the password is wrong");
            assertThat(visitor.page.locator("#username")).hasValue("nobody-at-all");
            assertThat(visitor.page.locator("#password")).hasValue(Shop.PASSWORD);
            visitor.page.route("**/api/session", route -> route.abort());
            visitor.page.locator("form button").click();
            assertThat(visitor.alert()).containsText("No connection");
            assertThat(visitor.page.locator("#password")).hasValue(Shop.PASSWORD);
        }
    }

    @Tag("weekly")
    @Test
    void leadsToPagesOfOurOwnOnly() {
        try (Visitor visitor = Visitor.arrives().opens("/login?then=//elsewhere.example/")) {
            logIn(visitor, shop.user());
            assertThat(visitor.page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
                    .hasText("Flash sales");
        }
    }

    @Tag("weekly")
    @Test
    void offersTheAccountsOfTheDemoAndLogsOut() {
        try (Visitor visitor = Visitor.arrives().opens("/")) {
            visitor.page.locator(".demo button").getByText("bob").click();
            assertThat(visitor.page.locator(".demo [aria-pressed=true]")).hasText("bob");
            visitor.page.evaluate("localStorage.setItem('flash-sale.entry.7.42', '{\"pass\": \"of bob\"}')");
            visitor.page.evaluate("localStorage.setItem('flash-sale.sound', 'on')");
            visitor.page.locator(".account button").click();
            assertThat(visitor.page.locator(".account")).hasText("Log in");
            assertThat(visitor.context.cookies()).isEmpty();
            assertThat((String) visitor.page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})"))
                    .contains("flash-sale.sound")
                    .doesNotContain("of bob");
        }
    }

    @Tag("long")
    @Test
    void showsNobodyWhatBelongsToTheOneBefore() {
        Shop.User user = shop.user();
        String order = shop.buy(shop.openSale(5), user);
        try (Visitor visitor = Visitor.arrives().loggedIn(user).opens("/orders")) {
            Locator bought = visitor.page.locator(".order h2 a[href='/orders/" + order + "']");
            bought.waitFor();
            visitor.page.locator(".demo button").getByText("bob").click();
            assertThat(visitor.page.locator(".demo [aria-pressed=true]")).hasText("bob");
            // Bob may have bought something in another test.
            visitor.page
                    .getByText("You have not bought anything yet.")
                    .or(visitor.page.locator(".order"))
                    .first()
                    .waitFor();
            assertThat(bought).hasCount(0);
        }
    }

    @Tag("long")
    @Test
    void isTheSameInAllTabs() {
        try (Visitor visitor = Visitor.arrives().loggedIn(shop.user()).opens("/orders")) {
            visitor.page.locator(".account .who").waitFor();
            Page other = visitor.context.newPage();
            other.navigate("/");
            other.locator(".demo button").getByText("alice").click();
            assertThat(visitor.page.locator(".account .who")).hasText("alice");

            other.locator(".account button").click();
            assertThat(visitor.page).hasURL(Pattern.compile(".*/login\\?then=/orders"));
        }
    }

    @Tag("long")
    @Test
    void doesNotPretendToHaveLoggedOut() {
        try (Visitor visitor = Visitor.arrives().loggedIn(shop.user()).opens("/")) {
            visitor.page.route("**/api/session", route -> route.abort());
            visitor.page.locator(".account button").click();
            assertThat(visitor.alert()).containsText("No connection");
            assertThat(visitor.page.locator(".account .who")).isVisible();
        }
    }

    @Tag("weekly")
    @Test
    void speaksTheLanguageThatWasChosen() {
        try (Visitor visitor = Visitor.arrives().opens("/")) {
            visitor.page.locator(".languages button[lang=zh]").click();
            assertThat(visitor.page.locator("h1")).hasText("限时秒杀");
            visitor.page.reload();
            assertThat(visitor.page.locator("h1")).hasText("限时秒杀");
            assertThat(visitor.page.locator("html")).hasAttribute("lang", "zh-CN");
        }
    }
}
