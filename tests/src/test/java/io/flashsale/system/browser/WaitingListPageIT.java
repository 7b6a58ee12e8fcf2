package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.flashsale.system.browser.Visitor.button;
import static io.flashsale.system.browser.Visitor.link;
import static org.awaitility.Awaitility.await;

import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Shoppers wait on the page of a sold-out sale for a unit to come back. */
@ExtendWith(Chromium.class)
class WaitingListPageIT {

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;

    private record Words(
            String join,
            String next,
            String one,
            String logIn,
            String listed,
            String kept,
            String windowTitle,
            String lapsed,
            String ended,
            String lapsedMessage,
            String endedMessage) {}

    private static final Words ENGLISH = new Words(
            "Join the waiting list",
            "You are next.",
            "One shopper is before you.",
            "Log in to join",
            "waiting list first",
            "A piece is kept for you",
            "Yours now: ",
            "The time is over",
            "so is the waiting list",
            "Your time to buy is over",
            "A waiting list has ended");

    private static final Words CHINESE = new Words(
            "加入候补",
            "下一位就是您。",
            "您前面还有 1 人。",
            "登录后加入候补",
            "先提供给候补名单",
            "已为您保留一件",
            "轮到您了：",
            "时限已过",
            "候补名单也随之结束",
            "候补机会已过期",
            "候补名单已结束");

    /** Each state of the list is seen on both screens, in both languages. */
    static Stream<Arguments> visitors() {
        return Stream.of(Looks.DESKTOP, Looks.PHONE)
                .flatMap(looks -> Stream.of(
                        Arguments.of(looks, looks == Looks.PHONE ? Looks.DESKTOP : Looks.PHONE, ENGLISH),
                        Arguments.of(
                                looks.in("zh-CN"),
                                (looks == Looks.PHONE ? Looks.DESKTOP : Looks.PHONE).in("zh-CN"),
                                CHINESE)));
    }

    @ParameterizedTest
    @MethodSource("visitors")
    void offersAUnitThatComesBackToOneShopperAfterTheOther(Looks looks, Looks otherLooks, Words words) {
        long sale = shop.openSale(1);
        Shop.User holder = shop.user();
        Shop.User first = shop.user();
        Shop.User patient = shop.user();
        String order = shop.buyAndAwaitPlacement(sale, holder);
        shop.awaitRemaining(sale, 0);

        Visitor buyer = Visitor.arrives(looks).loggedIn(first).opensSale(sale);
        assertThat(buyer.buyButton("soldOut")).isVisible();
        button(buyer.page, words.join()).click();
        assertThat(buyer.page.locator(".waiting-list .ahead")).hasText(words.next());
        buyer.inspects("waiting-list-next");

        Visitor waiting = Visitor.arrives(otherLooks).loggedIn(patient).opensSale(sale);
        button(waiting.page, words.join()).click();
        assertThat(waiting.page.locator(".waiting-list .ahead")).hasText(words.one());
        waiting.inspects("waiting-list-waiting");

        Visitor stranger = Visitor.arrives(looks).opensSale(sale);
        assertThat(link(stranger.page, words.logIn())).isVisible();
        assertThat(stranger.page.locator(".buy-box .hint")).containsText(words.listed());
        stranger.inspects("waiting-list-stranger");

        shop.cancel(order, holder);
        assertThat(buyer.page.locator(".waiting-list .your-turn")).containsText(words.kept());
        assertThat(buyer.page).hasTitle(Pattern.compile(words.windowTitle() + ".*"));
        buyer.inspects("waiting-list-offered");
        assertThat(stranger.buyButton("soldOut")).isVisible();
        assertThat(waiting.buyButton("soldOut")).isVisible();
        buyer.buys();
        assertThat(buyer.page.locator(".waiting-list")).hasCount(0);

        String second = shop.get("/api/orders", first)
                .body()
                .path("items")
                .path(0)
                .path("orderId")
                .asString();
        shop.awaitOrder(second, first, "AWAITING_PAYMENT");
        shop.cancel(second, first);
        assertThat(waiting.page.locator(".waiting-list .your-turn")).containsText(words.kept());
        assertThat(waiting.buyButton("buy")).isVisible();
        waiting.inspects("waiting-list-offered");

        Visitor third = Visitor.arrives(looks).loggedIn(shop.user()).opensSale(sale);
        button(third.page, words.join()).click();
        assertThat(third.page.locator(".waiting-list .ahead")).hasText(words.one());
        system.records
                .sql()
                .sql("UPDATE flashsale_stock.waiting_list SET offered_until = UTC_TIMESTAMP(3)"
                        + " WHERE state = 'OFFERED' AND sale_id = " + sale)
                .update();
        assertThat(waiting.page.locator(".waiting-list .note")).containsText(words.lapsed());
        waiting.inspects("waiting-list-lapsed");
        assertThat(third.page.locator(".waiting-list .your-turn")).isVisible();
        third.inspects("waiting-list-offered");

        button(waiting.page, words.join()).click();
        assertThat(waiting.page.locator(".waiting-list .ahead")).isVisible();
        closed(sale, 0);
        for (Visitor visitor : List.of(waiting, third)) {
            assertThat(visitor.page.locator(".waiting-list .note")).containsText(words.ended());
            visitor.inspects("waiting-list-ended");
        }

        closed(sale, 2); // until then the list stays, in case clocks differ
        await().until(() -> shop.get("/api/messages", patient).text().contains("LIST_ENDED"));
        waiting.opens("/messages");
        for (String subject : List.of(words.lapsedMessage(), words.endedMessage())) {
            assertThat(waiting.having("li.message", subject)).hasCount(1);
        }
        waiting.inspects("waiting-list-messages");
    }

    private void closed(long sale, int minutesAgo) {
        system.records
                .sql()
                .sql("UPDATE flashsale_stock.sale SET opens_at = UTC_TIMESTAMP(3) - INTERVAL 1 HOUR,"
                        + " closes_at = UTC_TIMESTAMP(3) - INTERVAL " + minutesAgo + " MINUTE WHERE id = " + sale)
                .update();
    }
}
