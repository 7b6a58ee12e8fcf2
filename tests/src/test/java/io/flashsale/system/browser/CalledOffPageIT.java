package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.flashsale.system.browser.Visitor.button;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The shop takes back one order, or a whole sale while shoppers look at it. */
@ExtendWith(Chromium.class)
class CalledOffPageIT {

    private final Shop shop = RunningSystem.get().shop;

    private static List<Looks> looksIn(String language) {
        return List.of(Looks.DESKTOP.in(language), Looks.PHONE.in(language));
    }

    /** The API calls off one variant alone, and another's progress cannot be read. */
    @Test
    void showsWhatIsKnownOfTheVariants() {
        JsonNode variants =
                shop.get("/api/sales/" + shop.makeSale("""
                {"title": "Off", "priceCents": 1999, "variants": [{"name": "A", "initialStock": 2},
                    {"name": "B", "initialStock": 2}, {"name": "C", "initialStock": 2}]}
                """), shop.user()).body().path("variants");
        String first = variants.get(0).path("id").asString();
        String last = variants.get(2).path("id").asString();
        shop.call("POST", "/api/admin/called-off-sales/" + first, shop.admin(), "{\"unitsBack\": true}");

        Visitor admin = Visitor.arrives().loggedIn(shop.admin());
        admin.getsRefusal("**/api/admin/called-off-sales/" + last, 503, "service-unavailable");
        admin.opens("/control/sales/" + first);
        button(admin.page, "Show progress").click();
        assertThat(admin.page.locator(".called-off")).containsText("1 of 3 variants");
        assertThat(admin.page.locator(".called-off")).containsText("Part of the sale was called off");
        assertThat(admin.page.locator(".sale-actions").getByRole(AriaRole.ALERT))
                .isVisible();
        assertThat(admin.page.locator(".inline-form input[type=checkbox]").boundingBox().width)
                .as("as wide as any other checkbox")
                .isLessThan(25);
        admin.inspects("called-off-variants");

        admin.page.unroute("**/api/admin/called-off-sales/" + last);
        button(admin.page, "Yes, call it off").click();
        assertThat(admin.page.locator(".called-off")).containsText("The sale was called off");
        assertThat(admin.page.locator(".called-off")).not().containsText("variants");
        assertThat(admin.page.locator(".sale-actions").getByRole(AriaRole.ALERT))
                .hasCount(0);
        assertThat(button(admin.page, "Yes, call it off")).hasCount(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en-GB | Call off | Yes, call it off | Show progress | 1 refunded, 1 closed | Called off "
                        + "| This sale was called off. | called this sale off | Join the waiting list "
                        + "| so the waiting list has ended | was called off, and so is its waiting list",
                "zh-CN | 取消场次 | 是，取消场次 | 取消进度 | 1 个已退款，1 个未付款已关闭 | 已取消 "
                        + "| 这场秒杀已取消 | 取消这场秒杀 | 加入候补 | 秒杀已取消，候补名单也随之结束 | 已结束或取消，候补名单也随之结束",
            })
    void saysEverywhereThatTheSaleWasCalledOff(
            String language,
            String callOff,
            String yes,
            String progress,
            String far,
            String state,
            String ofTheSale,
            String ofTheOrder,
            String join,
            String ofTheList,
            String message) {
        String title = "Lamp-" + UUID.randomUUID(); // other tests make more sales than a page of the list shows
        long sale = shop.makeSale("""
                {"title": "%s", "priceCents": 1999, "initialStock": 2}
                """.formatted(title));
        Shop.User payer = shop.user();
        Shop.User hesitant = shop.user();
        Shop.User waiting = shop.user();
        String paid = shop.buyAndAwaitPlacement(sale, payer);
        shop.pay(paid, payer);
        String unpaid = shop.buyAndAwaitPlacement(sale, hesitant);
        shop.awaitRemaining(sale, 0);
        List<Visitor> watching = looksIn(language).stream()
                .map(looks -> Visitor.arrives(looks).loggedIn(hesitant).opensSale(sale))
                .toList();
        watching.forEach(visitor -> assertThat(visitor.buyButton("already")).isVisible());
        List<Visitor> inLine = looksIn(language).stream()
                .map(looks -> Visitor.arrives(looks).loggedIn(waiting).opensSale(sale))
                .toList();
        button(inLine.getFirst().page, join).click();
        inLine.forEach(visitor ->
                assertThat(visitor.page.locator(".waiting-list .ahead")).isVisible());

        Visitor admin = Visitor.arrives(Looks.DESKTOP.in(language))
                .loggedIn(shop.admin())
                .opens("/control/sales/" + sale);
        button(admin.page, callOff).click();
        button(admin.page, yes).click();
        for (Looks looks : looksIn(language)) {
            Visitor later = Visitor.arrives(looks).loggedIn(shop.admin()).opens("/control/sales/" + sale);
            button(later.page, progress).click();
            assertThat(later.page.locator(".called-off")).containsText(far);
            assertThat(later.page.locator(".title-row .state")).hasText(state);
            assertThat(later.page.locator("main")).not().containsText("control.");
            later.inspects("called-off-control");
        }

        for (Visitor visitor : watching) {
            assertThat(visitor.page.locator(".off-sale")).containsText(ofTheSale);
            assertThat(visitor.page.locator(".buy-box, .waiting-list")).hasCount(0);
            visitor.inspects("called-off-sale");
            visitor.opens("/orders/" + unpaid);
            assertThat(visitor.page.locator(".order-card")).containsText(ofTheOrder);
            visitor.inspects("called-off-order");
        }
        for (Looks looks : looksIn(language)) {
            Visitor visitor = Visitor.arrives(looks).loggedIn(payer).opens("/orders/" + paid);
            assertThat(visitor.page.locator(".order-card")).containsText(ofTheOrder);
            visitor.inspects("called-off-order-paid");
            visitor.opens("/?q=" + title);
            Page list = visitor.page;
            assertThat(list.locator(".sale.CALLED_OFF:has(a[href='/sales/" + sale + "']) .when"))
                    .hasText(state);
        }
        await().until(() -> shop.get("/api/messages", waiting).text().contains("LIST_ENDED"));
        for (Visitor visitor : inLine) {
            assertThat(visitor.page.locator(".waiting-list .note")).containsText(ofTheList);
            visitor.inspects("called-off-waiting-list");
            visitor.opens("/messages");
            assertThat(visitor.page.locator("li.message")).containsText(message);
            visitor.inspects("called-off-messages");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en-GB | Refunded | Orders as CSV | Refunds as CSV",
                "zh-CN | 已退款 | 导出订单 CSV | 导出退款 CSV",
            })
    void givesTheMoneyForOneOrderBackAndListsItInTheExports(
            String language, String refunded, String orders, String refunds) throws IOException {
        long sale = shop.openSale(2);
        for (Looks looks : looksIn(language)) {
            Shop.User payer = shop.user();
            String order = shop.buyAndAwaitPlacement(sale, payer);
            shop.pay(order, payer);
            Visitor admin = Visitor.arrives(looks).loggedIn(shop.admin()).opens("/control");
            admin.page.locator("#refund-order").fill(order);
            admin.page.locator(".refund-order button").click();
            assertThat(admin.page.locator(".refund-order [role=status]")).containsText(order);
            admin.inspects("control-refund-order");

            Visitor told = Visitor.arrives(looks).loggedIn(payer).opens("/orders/" + order);
            assertThat(told.page.locator(".order-card")).containsText(refunded);

            admin.opens("/control/sales/" + sale);
            for (String export : List.of(orders, refunds)) {
                Download file = admin.page.waitForDownload(admin.page.getByText(export)::click);
                assertThat(Files.readString(file.path())).startsWith("\uFEFF").contains(order);
            }
        }
    }
}
