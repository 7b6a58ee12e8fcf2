package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.flashsale.system.browser.Visitor.button;
import static io.flashsale.system.browser.Visitor.link;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** From the start page to the paid order, as a new visitor does it. */
@ExtendWith(Chromium.class)
class PurchaseIT {

    private final Shop shop = RunningSystem.get().shop;

    @Tag("long")
    @Test
    void showsWhatSomebodyTypedAsText() {
        String title = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>";
        long sale = shop.makeSale(
                new JsonMapper().writeValueAsString(Map.of("title", title, "priceCents", 1_999, "initialStock", 5)));
        Page page = Visitor.arrives().opensSale(sale).page;
        try {
            assertThat(page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setLevel(1)))
                    .hasText(title);
            assertThat(page.locator("img[onerror]")).hasCount(0);
            assertThat(page.title()).doesNotStartWith("owned");
        } finally {
            shop.amend(sale, "{\"closesAt\": \"" + Instant.now() + "\", \"title\": \"A sale\"}");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "en-GB, Log in to buy, Create an account, Name, Buy now, Yours! Pay now, Pay ¥, My orders, Paid",
        "zh-CN, 登录后购买, 注册账号, 用户名, 立即抢购, 抢到了！去付款, 支付 ¥, 我的订单, 已付款",
    })
    void goesFromTheShopToThePaidOrder(
            String language,
            String logIn,
            String signUp,
            String name,
            String buy,
            String yours,
            String pay,
            String orders,
            String paid) {
        long sale = shop.openSale(5);
        Visitor visitor = Visitor.arrives(Looks.DESKTOP.in(language)).opens("/");
        Page page = visitor.page;
        page.locator(".sale a[href='/sales/" + sale + "']").click();
        link(page, logIn).click();
        link(page, signUp).click();
        assertThat(button(page, signUp)).isVisible(); // the login form has fields with the same names
        page.locator("#password").fill("a good password");
        Locator loggedIn = page.locator(".account .who");
        await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> {
                    // A slow machine may ask the visitor to try again, although it has opened the account: a new name.
                    page.getByLabel(name, new Page.GetByLabelOptions().setExact(true))
                            .fill("visitor-" + System.nanoTime());
                    button(page, signUp).click();
                    loggedIn.or(visitor.alert()).first().waitFor();
                    return loggedIn.isVisible();
                });

        // Back at the sale where the purchase began.
        assertThat(page).hasURL(Pattern.compile("^[^?]*/sales/" + sale));
        button(page, buy).waitFor();
        visitor.buys();
        if (visitor.buyButton("yours").isVisible()) { // and not by a second click
            assertThat(link(page, yours)).isVisible();
        }
        visitor.goesToPay();
        Visitor.clicksUntil(button(page, pay), page.locator(".badge.PAID"));
        assertThat(page.locator(".badge")).hasText(paid);

        link(page, orders).first().click();
        assertThat(page.locator(".order")).hasCount(1);
        assertThat(page.locator(".order .badge")).hasText(paid);
        shop.awaitRemaining(sale, 4);
    }

    static Stream<Arguments> confirmations() {
        return Stream.of(
                Arguments.of(Looks.DESKTOP, "Pay ¥", "Confirm", "Refuse", "Back to the shop", "not confirmed"),
                Arguments.of(Looks.CHINESE_PHONE, "支付 ¥", "确认付款", "拒绝", "返回商店", "还没有确认"));
    }

    @ParameterizedTest
    @MethodSource("confirmations")
    void confirmsThePaymentOnAPageOfTheProvider(
            Looks looks, String pay, String confirm, String refuse, String back, String unconfirmed) {
        Shop.User user = shop.user();
        String order = shop.buyAndAwaitPlacement(shop.openSale(1), user);
        String payment = "/orders/" + order + "/payment";
        Visitor visitor = Visitor.arrives(looks).loggedIn(user).opens(payment);
        Page page = visitor.page;
        page.locator("#method").selectOption("bank-app");
        Locator refusal = button(page, refuse);

        Visitor.clicksUntil(button(page, pay), refusal);
        visitor.inspects("payment-step");
        Visitor.clicksUntil(refusal, visitor.alert());
        assertThat(page).hasURL(Pattern.compile(payment + "$")); // so that a reload asks for nothing
        visitor.inspects("payment-refused");

        Visitor.clicksUntil(button(page, pay), refusal);
        link(page, back).click();
        assertThat(page.getByText(unconfirmed)).isVisible();
        assertThat(page).hasURL(Pattern.compile(payment + "$"));
        visitor.inspects("payment-unconfirmed");

        Visitor.clicksUntil(button(page, pay), refusal);
        Visitor.clicksUntil(button(page, confirm), page.locator(".badge.PAID"));
        visitor.inspects("payment-confirmed");
    }

    @ParameterizedTest
    @CsvSource({
        "en-GB, The usual way, Bank app: you confirm the payment there, Mock Pay",
        "zh-CN, 默认方式, 手机银行，需在银行页面确认, 模拟支付",
    })
    void offersTheWaysOfPayingThatTheProviderHas(String language, String usual, String bankApp, String mock) {
        Shop.User user = shop.user();
        String order = shop.buyAndAwaitPlacement(shop.openSale(1), user);
        for (Looks looks : List.of(Looks.PHONE, Looks.DESKTOP)) {
            Visitor visitor = Visitor.arrives(looks.in(language)).loggedIn(user);
            visitor.opens("/orders/" + order + "/payment");
            Page page = visitor.page;
            Locator options = page.locator("#method option");
            assertThat(options).hasCount(2); // those of the mock
            assertThat(page.locator(".provider-name")).hasText(mock);

            page.route(
                    "**/api/payments/methods",
                    route -> route.fulfill(json("{\"methods\": [], \"mock\": false, \"currency\": \"CNY\"}")));
            page.waitForResponse("**/api/payments/methods", page::reload);
            assertThat(page.locator(".bill .price")).isVisible();
            assertThat(options).hasCount(0);
            page.unroute("**/api/payments/methods");

            page.route(
                    "**/api/payments/methods",
                    route -> route.fulfill(
                            json("{\"methods\": [\"bank-app\", \"wallet\"], \"mock\": false, \"currency\": \"CNY\"}")));
            page.reload();
            assertThat(options).hasText(new String[] {usual, bankApp, "wallet"});
            assertThat(page.locator(".provider-name")).hasCount(0);
            visitor.inspects("payment-own-provider");

            page.unroute("**/api/payments/methods");
            page.route(
                    "**/api/payments/methods",
                    route -> route.fulfill(json("{\"methods\": [], \"mock\": false, \"currency\": \"EUR\"}")));
            page.reload();
            assertThat(visitor.alert()).containsText("EUR");
            assertThat(page.locator("main .bill, main .button.primary")).hasCount(0);
            visitor.inspects("payment-other-currency");
        }
    }

    private static FulfillOptions json(String body) {
        return new FulfillOptions().setContentType("application/json").setBody(body);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"EUR | en-US | €19.99", "JPY | en-GB | ¥1,999"})
    void showsPricesInTheCurrencyOfTheShop(String currency, String locale, String price) {
        Visitor visitor = Visitor.arrives();
        visitor.page.route(url -> URI.create(url).getPath().startsWith("/sales/"), route -> {
            APIResponse html = route.fetch();
            route.fulfill(new FulfillOptions()
                    .setResponse(html)
                    .setBody(html.text().replace("CNY", currency).replace("en-GB", locale)));
        });
        visitor.opensSale(shop.makeSale("{\"title\": \"A lamp\", \"priceCents\": 1999, \"initialStock\": 5}"));
        assertThat(visitor.page.locator(".price")).hasText(price);
    }

    @ParameterizedTest
    @CsvSource({
        "en-GB, Buy for ¥99, The price has changed",
        "zh-CN, 以 ¥99 抢购, 价格已变动",
    })
    void takesOneMoreClickToAgreeToANewPrice(String language, String agree, String changed) {
        long sale = shop.openSale(5);
        Visitor visitor =
                Visitor.arrives(Looks.PHONE.in(language)).loggedIn(shop.user()).opensSale(sale);
        visitor.buyButton("buy").waitFor();
        visitor.page.route("**/api/sales/" + sale, _ -> {}); // the page goes on showing what it has
        shop.amend(sale, "{\"priceCents\": 9900, \"listPriceCents\": 9900}");
        Visitor.clicksUntil(visitor.buyButton("buy"), visitor.buyButton("agree"));
        assertThat(visitor.buyButton("agree")).hasText(agree);
        assertThat(visitor.page.locator(".buy-box .hint")).containsText(changed);
        assertThat(visitor.page.locator(".price")).hasText("¥99");
        visitor.inspects("price-changed");
        Visitor.clicksUntil(visitor.buyButton("agree"), visitor.buyButton("good"));
        visitor.page.unroute("**/api/sales/" + sale);
        visitor.opens("/orders");
        assertThat(visitor.page.locator(".order")).containsText("¥99");
    }

    @ParameterizedTest
    @CsvSource({"en-GB, You have 1 of 2., You have 2 of 2., Buy another one", "zh-CN, 您已有 1 件, 您已有 2 件, 再抢一件"})
    void buysAsManyAsTheSaleAllows(String language, String one, String both, String another) {
        long sale = shop.makeSale(
                "{\"title\": \"Two each\", \"priceCents\": 1999, \"initialStock\": 5, \"purchaseLimit\": 2}");
        Visitor visitor =
                Visitor.arrives(Looks.PHONE.in(language)).loggedIn(shop.user()).opensSale(sale);
        visitor.buys();
        assertThat(visitor.page.locator(".held")).containsText(one);
        Locator more = button(visitor.page, another);
        more.waitFor();
        visitor.inspects("limit");
        await().pollInSameThread().pollDelay(Duration.ZERO).until(() -> {
            visitor.page.evaluate("document.querySelector('.another')?.click()");
            return visitor.page.locator(".held").textContent().contains(both);
        });
        assertThat(more).hasCount(0);
        visitor.opens("/orders");
        assertThat(visitor.page.locator(".order")).hasCount(2);
        shop.awaitRemaining(sale, 3);
    }

    @Tag("long")
    @Test
    void canBeCancelledAndDoneAgain() {
        long sale = shop.openSale(1);
        Visitor visitor = Visitor.arrives().loggedIn(shop.user()).opensSale(sale);
        visitor.buys();
        visitor.opens("/orders");
        button(visitor.page, "Cancel the order").click();
        Visitor.clicksUntil(button(visitor.page, "Yes, cancel it"), visitor.page.locator(".badge.CLOSED"));

        visitor.opensSale(sale).buys();
    }
}
