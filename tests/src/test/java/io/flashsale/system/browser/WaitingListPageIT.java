package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.flashsale.system.browser.Visitor.button;
import static io.flashsale.system.browser.Visitor.link;

import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Shoppers wait on the page of a sold-out sale for a unit to come back. */
@ExtendWith(Chromium.class)
class WaitingListPageIT {

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;

    @Test
    void offersAUnitThatComesBackToOneShopperAfterTheOther() {
        long sale = shop.openSale(1);
        Shop.User holder = shop.user();
        Shop.User first = shop.user();
        String order = shop.buyAndAwaitPlacement(sale, holder);
        shop.awaitRemaining(sale, 0);

        Visitor english = Visitor.arrives().loggedIn(first).opensSale(sale);
        assertThat(english.buyButton("soldOut")).isVisible();
        button(english.page, "Join the waiting list").click();
        assertThat(english.page.locator(".waiting-list .ahead")).hasText("You are next.");
        english.inspects("waiting-list-next");

        Visitor chinese =
                Visitor.arrives(Looks.CHINESE_PHONE).loggedIn(shop.user()).opensSale(sale);
        button(chinese.page, "加入候补").click();
        assertThat(chinese.page.locator(".waiting-list .ahead")).hasText("您前面还有 1 人。");
        chinese.inspects("waiting-list-waiting");

        Visitor stranger = Visitor.arrives(Looks.PHONE).opensSale(sale);
        assertThat(link(stranger.page, "Log in to join")).isVisible();
        assertThat(stranger.page.locator(".buy-box .hint")).containsText("waiting list first");
        stranger.inspects("waiting-list-stranger");

        shop.cancel(order, holder);
        assertThat(english.page.locator(".waiting-list .your-turn")).containsText("A piece is kept for you");
        assertThat(english.page).hasTitle(Pattern.compile("Yours now: .*"));
        english.inspects("waiting-list-offered");
        assertThat(stranger.buyButton("soldOut")).isVisible();
        assertThat(chinese.buyButton("soldOut")).isVisible();
        english.buys();
        assertThat(english.page.locator(".waiting-list")).hasCount(0);

        String second = shop.get("/api/orders", first)
                .body()
                .path("items")
                .path(0)
                .path("orderId")
                .asString();
        shop.awaitOrder(second, first, "AWAITING_PAYMENT");
        shop.cancel(second, first);
        assertThat(chinese.page.locator(".waiting-list .your-turn")).containsText("已为您保留一件");
        assertThat(chinese.buyButton("buy")).isVisible();
        chinese.inspects("waiting-list-offered");

        Visitor third = Visitor.arrives(Looks.PHONE).loggedIn(shop.user()).opensSale(sale);
        button(third.page, "Join the waiting list").click();
        assertThat(third.page.locator(".waiting-list .ahead")).hasText("One shopper is before you.");
        system.records
                .sql()
                .sql("UPDATE flashsale_stock.waiting_list SET offered_until = UTC_TIMESTAMP(3)"
                        + " WHERE state = 'OFFERED' AND sale_id = " + sale)
                .update();
        assertThat(chinese.page.locator(".waiting-list .note")).containsText("时限已过");
        chinese.inspects("waiting-list-lapsed");
        assertThat(third.page.locator(".waiting-list .your-turn")).isVisible();
        third.inspects("waiting-list-offered");

        button(chinese.page, "加入候补").click();
        assertThat(chinese.page.locator(".waiting-list .ahead")).isVisible();
        system.records
                .sql()
                .sql("UPDATE flashsale_stock.sale SET closes_at = UTC_TIMESTAMP(3) WHERE id = " + sale)
                .update();
        assertThat(chinese.page.locator(".waiting-list .note")).containsText("候补名单也随之结束");
        chinese.inspects("waiting-list-ended");
        assertThat(third.page.locator(".waiting-list .note")).containsText("so is the waiting list");
        chinese.opens("/messages");
        assertThat(chinese.page.locator("li.message")).containsText("候补");
    }
}
