package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.flashsale.system.browser.Visitor.button;

import com.microsoft.playwright.Page;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A sale is called off while shoppers look at it. */
@ExtendWith(Chromium.class)
class CalledOffPageIT {

    private final Shop shop = RunningSystem.get().shop;

    @Test
    void saysEverywhereThatTheSaleWasCalledOff() {
        String title = "Lamp-" + UUID.randomUUID(); // other tests make more sales than a page of the list shows
        long sale = shop.makeSale("""
                {"title": "%s", "priceCents": 1999, "initialStock": 5}
                """.formatted(title));
        Shop.User payer = shop.user();
        Shop.User hesitant = shop.user();
        String paid = shop.buyAndAwaitPlacement(sale, payer);
        shop.pay(paid, payer);
        String unpaid = shop.buyAndAwaitPlacement(sale, hesitant);
        Visitor chinese =
                Visitor.arrives(Looks.CHINESE_PHONE).loggedIn(hesitant).opensSale(sale);
        assertThat(chinese.buyButton("already")).isVisible();

        Visitor admin = Visitor.arrives().loggedIn(shop.admin()).opens("/control/sales/" + sale);
        button(admin.page, "Call off").click();
        button(admin.page, "Yes, call it off").click();
        assertThat(admin.page.locator(".called-off")).containsText("1 refunded, 1 closed");
        assertThat(admin.page.locator(".title-row .state")).hasText("Called off");
        assertThat(admin.page.locator("main")).not().containsText("control.");
        admin.inspects("called-off-control");
        Visitor ofTheNight =
                Visitor.arrives(Looks.CHINESE_PHONE).loggedIn(shop.admin()).opens("/control/sales/" + sale);
        button(ofTheNight.page, "取消进度").click();
        assertThat(ofTheNight.page.locator(".called-off")).containsText("1 个已退款");
        ofTheNight.inspects("called-off-control");

        assertThat(chinese.page.locator(".off-sale")).containsText("这场秒杀已取消");
        assertThat(chinese.page.locator(".buy-box")).hasCount(0);
        chinese.inspects("called-off-sale");
        chinese.opens("/orders/" + unpaid);
        assertThat(chinese.page.locator(".order-card")).containsText("取消这场秒杀");
        chinese.inspects("called-off-order");

        Visitor english = Visitor.arrives().loggedIn(payer).opensSale(sale);
        assertThat(english.page.locator(".off-sale")).containsText("This sale was called off.");
        english.inspects("called-off-sale");
        english.opens("/orders/" + paid);
        assertThat(english.page.locator(".order-card")).containsText("called this sale off");
        english.inspects("called-off-order");
        english.opens("/?q=" + title);
        Page list = english.page;
        assertThat(list.locator(".sale.CALLED_OFF:has(a[href='/sales/" + sale + "']) .when"))
                .hasText("Called off");
    }
}
