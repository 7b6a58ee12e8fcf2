package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** From the start page to the paid order, as a new visitor does it. */
@ExtendWith(Chromium.class)
class PurchaseIT {

    private final Shop shop = RunningSystem.get().shop;

    private enum Language {
        ENGLISH(
                "en-GB",
                "Log in to buy",
                "Create an account",
                "Name",
                "Buy now",
                "Yours! Pay now",
                "Pay ¥",
                "My orders",
                "Paid"),
        CHINESE("zh-CN", "登录后购买", "注册账号", "用户名", "立即抢购", "抢到了！去付款", "支付 ¥", "我的订单", "已付款");

        final String tag;
        final String logIn;
        final String signUp;
        final String name;
        final String buy;
        final String yours;
        final String pay;
        final String orders;
        final String paid;

        Language(String... texts) {
            tag = texts[0];
            logIn = texts[1];
            signUp = texts[2];
            name = texts[3];
            buy = texts[4];
            yours = texts[5];
            pay = texts[6];
            orders = texts[7];
            paid = texts[8];
        }
    }

    private static Locator link(Page page, String name) {
        return page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName(name));
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name));
    }

    @Tag("long")
    @Test
    void showsWhatSomebodyTypedAsText() {
        String title = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>";
        long sale = shop.makeSale(
                new JsonMapper().writeValueAsString(Map.of("title", title, "priceCents", 1_999, "initialStock", 5)));
        try (Visitor visitor = Visitor.arrives().opensSale(sale)) {
            assertThat(visitor.page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setLevel(1)))
                    .hasText(title);
            assertThat(visitor.page.locator("img[onerror]")).hasCount(0);
            assertThat(visitor.page.title()).doesNotStartWith("owned");
        } finally {
            shop.call(
                    "PATCH",
                    "/api/admin/sales/" + sale,
                    shop.admin(),
                    "{\"closesAt\": \"" + Instant.now() + "\", \"title\": \"A sale\"}");
        }
    }

    @ParameterizedTest
    @EnumSource
    void goesFromTheShopToThePaidOrder(Language in) {
        long sale = shop.openSale(5);
        try (Visitor visitor = Visitor.arrives(Looks.DESKTOP.in(in.tag)).opens("/")) {
            Page page = visitor.page;
            page.locator(".sale a[href='/sales/" + sale + "']").click();
            link(page, in.logIn).click();
            link(page, in.signUp).click();
            assertThat(button(page, in.signUp)).isVisible(); // the login form has fields with the same names
            page.getByLabel(in.name, new Page.GetByLabelOptions().setExact(true))
                    .fill("visitor-" + sale);
            page.locator("#password").fill("a good password");
            button(page, in.signUp).click();

            // Back at the sale where the purchase began.
            assertThat(page).hasURL(Pattern.compile("^[^?]*/sales/" + sale));
            button(page, in.buy).click();
            link(page, in.yours).click();
            button(page, in.pay).click();
            assertThat(page.locator(".badge")).hasText(in.paid);

            link(page, in.orders).first().click();
            assertThat(page.locator(".order")).hasCount(1);
            assertThat(page.locator(".order .badge")).hasText(in.paid);
        }
        shop.awaitRemaining(sale, 4);
    }

    @Tag("long")
    @Test
    void canBeDoneByKeyboard() {
        long sale = shop.openSale(5);
        try (Visitor visitor =
                Visitor.arrives().loggedIn(shop.users(1).getFirst()).opensSale(sale)) {
            visitor.buyButton("buy").waitFor();
            visitor.buyButton("buy").focus();
            visitor.page.keyboard().press("Enter");
            visitor.buyButton("yours").waitFor();
            visitor.buyButton("yours").focus();
            visitor.page.keyboard().press("Enter");
            visitor.page.locator("main button.primary").focus();
            visitor.page.keyboard().press("Enter");
            assertThat(visitor.page.locator(".badge.PAID")).isVisible();
        }
    }

    @Tag("long")
    @Test
    void canBeCancelledAndDoneAgain() {
        long sale = shop.openSale(1);
        try (Visitor visitor =
                Visitor.arrives().loggedIn(shop.users(1).getFirst()).opensSale(sale)) {
            visitor.buys();
            visitor.opens("/orders");
            button(visitor.page, "Cancel the order").click();
            button(visitor.page, "Yes, cancel it").click();
            assertThat(visitor.page.locator(".badge.CLOSED")).isVisible();

            visitor.opensSale(sale).buyButton("buy").click();
            visitor.buyButton("yours").waitFor();
        }
    }

    @Tag("long")
    @Test
    void fitsOnAPhone() {
        long sale = shop.openSale(5);
        try (Visitor visitor =
                Visitor.arrives(Looks.PHONE).loggedIn(shop.users(1).getFirst()).opens("/")) {
            visitor.page.locator(".sale a[href='/sales/" + sale + "']").click();
            visitor.buyButton("buy").waitFor();
            assertThat(visitor.buyButton()).isInViewport();
            visitor.buys();
        }
    }
}
