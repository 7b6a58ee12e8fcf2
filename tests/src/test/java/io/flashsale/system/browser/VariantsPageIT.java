package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A sale of several variants, from the control room's form to the order. */
@ExtendWith(Chromium.class)
class VariantsPageIT {

    private final Shop shop = RunningSystem.get().shop;

    static Stream<Arguments> looks() {
        return Stream.of(
                Arguments.of(Looks.DESKTOP, "Shirt", "Blue", "from ¥19", "Sold out"),
                Arguments.of(Looks.PHONE, "Shirt", "Blue", "from ¥19", "Sold out"),
                Arguments.of(Looks.DESKTOP.in("zh-CN"), "衬衫", "蓝", "¥19 起", "已售罄"),
                Arguments.of(Looks.CHINESE_PHONE, "衬衫", "蓝", "¥19 起", "已售罄"));
    }

    @ParameterizedTest
    @MethodSource("looks")
    void areOneCardAndOnePageWithOneLimit(Looks looks, String title, String blue, String from, String soldOut) {
        String name = Long.toString(System.nanoTime(), 36);
        long sale = shop.makeSale("""
                {"title": "Shirt %1$s || 衬衫 %1$s", "priceCents": 1900, "listPriceCents": 2900, "variants": [
                    {"name": "Red || 红", "initialStock": 5},
                    {"name": "Blue || 蓝", "priceCents": 2400, "initialStock": 5},
                    {"name": "Green || 绿", "initialStock": 0}]}
                """.formatted(name));
        Visitor visitor = Visitor.arrives(looks).loggedIn(shop.user()).opens("/?q=" + name);
        Page page = visitor.page;
        Locator card = page.locator(".card.sale");
        assertThat(card).hasCount(1);
        assertThat(card.locator(".price")).hasText(from);
        visitor.inspects("variants-card");
        card.locator("a.cover").click();

        assertThat(page.locator(".variant")).hasCount(3);
        assertThat(page.locator(".variant").nth(0).locator("input")).isChecked();
        assertThat(page.locator(".variant").nth(2)).containsText(soldOut);
        visitor.inspects("variants-page");
        page.locator(".variant").nth(2).click();
        page.locator(".waiting-list .button.primary").click();
        assertThat(page.locator(".waiting-list .ahead")).isVisible();
        visitor.inspects("variants-waiting");
        page.locator(".variant").nth(1).click();
        assertThat(page.locator(".waiting-list")).hasCount(0); // of this variant there is none
        assertThat(page.locator(".variant").nth(1).locator("input")).isChecked();
        assertThat(page.locator("p.prices .price")).hasText("¥24");
        assertThat(page).hasURL(Pattern.compile("/sales/" + sale + "\\?variant=\\d+$"));

        visitor.buys();
        page.locator(".variant").nth(0).click();
        assertThat(page.locator("p.prices .price")).hasText("¥19");
        assertThat(visitor.buyButton("good")).isVisible();
        assertThat(page.locator(".variant:has(.mine) .name")).hasText(blue);
        visitor.inspects("variants-bought");
        visitor.opens("/orders");
        assertThat(page.locator(".order")).hasCount(1);
        assertThat(page.locator(".order")).containsText(title);
        assertThat(page.locator(".order")).containsText(blue);
        visitor.inspects("variants-order");

        visitor.opensSale(sale);
        assertThat(visitor.buyButton("already")).isVisible(); // found again, although it is of another variant
    }

    /** The address may come from anybody, so it must not show one sale under the address of another. */
    @Test
    void showTheSaleOfTheAddressIfItNamesNoVariantOfIt() {
        String two = "{\"name\": \"Red\", \"initialStock\": 5}, {\"name\": \"Blue\", \"initialStock\": 5}";
        String family = "{\"title\": \"%s\", \"priceCents\": 1900, \"variants\": [" + two + "]}";
        long shirt = shop.makeSale(family.formatted("The shirt"));
        long cap = shop.makeSale(family.formatted("The cap"));
        String blue = shop.get("/api/sales/" + shirt, shop.user())
                .body()
                .path("variants")
                .get(1)
                .path("id")
                .asString();
        for (Object other : List.of(cap, 99, "9".repeat(20))) {
            Visitor visitor = Visitor.arrives().loggedIn(shop.user()).opens("/sales/" + shirt + "?variant=" + other);
            assertThat(visitor.page.locator("h1")).hasText("The shirt");
            assertThat(visitor.page).hasURL(Pattern.compile("/sales/" + shirt + "$"));
            assertThat(visitor.page.locator(".variant").first().locator("input"))
                    .isChecked();
            assertThat(visitor.buyButton("buy")).isVisible();
        }
        Visitor visitor = Visitor.arrives().opens("/sales/" + shirt + "?variant=" + blue);
        assertThat(visitor.page.locator(".variant").last().locator("input")).isChecked();
    }

    /** On a small phone, where the box to buy stands in front of the page. */
    @ParameterizedTest
    @ValueSource(strings = {"en-GB", "zh-CN"})
    void areNotBehindTheBoxToBuyWhenTheyAreChosenWithTheKeyboard(String language) {
        long sale = shop.makeSale("""
                {"title": "Shirt || 衬衫", "priceCents": 1900, "variants": [
                    {"name": "Red || 红", "initialStock": 5}, {"name": "Blue || 蓝", "initialStock": 5}]}
                """);
        Visitor visitor =
                Visitor.arrives(Looks.PHONE.in(language)).loggedIn(shop.user()).opensSale(sale);
        Page page = visitor.page;
        page.setViewportSize(390, 640);
        assertThat(visitor.buyButton("buy")).isVisible();
        page.locator(".variant input").first().focus();
        for (int variant = 0; variant < 2; variant++) {
            Locator chosen = page.locator(".variant").nth(variant);
            assertThat(chosen.locator("input")).isFocused();
            await().untilAsserted(() -> assertThat(bottom(chosen)).isLessThanOrEqualTo(top(page.locator(".buy-box"))));
            page.keyboard().press("ArrowDown");
        }
    }

    private static double top(Locator locator) {
        return locator.boundingBox().y;
    }

    private static double bottom(Locator locator) {
        return top(locator) + locator.boundingBox().height;
    }

    static Stream<Arguments> controlRooms() {
        return Stream.of(
                Arguments.of(Looks.DESKTOP, "New sale", "Add a variant", "Create", "Edit", "Save", "4 of 4 left"),
                Arguments.of(Looks.CHINESE_PHONE, "新建秒杀", "添加规格", "创建", "编辑", "保存", "剩余 4 / 4 件"));
    }

    @ParameterizedTest
    @MethodSource("controlRooms")
    void areMadeAndEditedInTheControlRoom(
            Looks looks, String newSale, String add, String create, String edit, String save, String left) {
        String title = "Mug " + Long.toString(System.nanoTime(), 36);
        Visitor visitor = Visitor.arrives(looks).loggedIn(shop.admin()).opens("/control?q=" + title.replace(' ', '+'));
        Page page = visitor.page;
        Visitor.button(page, newSale).click();
        Locator form = page.locator("form.sale-form");
        form.locator("input[name=title]").fill(title);
        form.locator("input[name=priceCents]").fill("12");
        Visitor.button(form, add).click();
        fill(form, 0, "Small", "", "3");
        fill(form, 1, "Small", "14.50", "4");
        Visitor.button(form, create).click();
        assertThat(form.locator(".variant-fields .fault")).isVisible(); // names that are equal
        visitor.inspects("variants-form");
        fill(form, 1, "Large", "14.50", "4");
        Visitor.button(form, create).click();
        assertThat(form).hasCount(0);

        Locator rows = page.locator(".sale-row", new Page.LocatorOptions().setHasText(title));
        assertThat(rows).hasCount(2);
        Locator large = rows.filter(new Locator.FilterOptions().setHasText("Large"));
        assertThat(large).containsText("¥14.50");
        assertThat(large).containsText(left);
        visitor.inspects("variants-control");
        Visitor.button(large, edit).click();
        assertThat(large.locator("input[name=title]")).hasValue(title);
        large.locator("input[name=listPriceCents]").fill("20");
        large.locator("input[name=title]").fill(title + " now");
        visitor.inspects("variants-edit");
        Visitor.button(large, save).click();
        assertThat(page.locator(".sale-row", new Page.LocatorOptions().setHasText(title + " now")))
                .hasCount(2);

        JsonNode family =
                shop.get("/api/sales?q=" + title.replace(' ', '+'), shop.user()).body();
        assertThat(family).hasSize(1);
        assertThat(family.get(0)
                        .path("variants")
                        .valueStream()
                        .map(variant -> variant.path("listPriceCents").asInt())
                        .toList())
                .isEqualTo(List.of(1_200, 2_000));
    }

    private static void fill(Locator form, int index, String name, String price, String pieces) {
        Locator row = form.locator(".variant-field").nth(index);
        row.locator("input[name=variant-name]").fill(name);
        row.locator("input[name=variant-priceCents]").fill(price);
        row.locator("input[name=variant-initialStock]").fill(pieces);
    }
}
