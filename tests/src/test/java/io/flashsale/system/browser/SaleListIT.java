package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists of sales in the shop and in the control room: search, filter and further pages. */
@ExtendWith(Chromium.class)
class SaleListIT {

    private static final String PLANNED =
            "\"opensAt\": \"2099-11-01T00:00:00Z\", \"closesAt\": \"2099-11-02T00:00:00Z\"";

    private final Shop shop = RunningSystem.get().shop;

    private long sale(String title, String product, String when) {
        return shop.makeSale("""
                {"title": "%s", "priceCents": 4900, "listPriceCents": 10000, "initialStock": 5, %s
                 "product": {"name": "%s", "imageUrl": "/images/products/tent.svg"}}
                """.formatted(title, when.isEmpty() ? "" : when + ",", product));
    }

    static Looks[] looks() {
        return new Looks[] {Looks.DESKTOP, Looks.CHINESE_PHONE};
    }

    @ParameterizedTest
    @MethodSource("looks")
    void areSearchedAndFiltered(Looks looks) {
        String word = "w" + looks.width();
        sale("Red " + word, "Alpine tent", "");
        sale("Blue " + word, "Alpine tent", PLANNED);
        Visitor visitor = Visitor.arrives(looks).loggedIn(shop.admin()).opens("/");
        Page page = visitor.page;
        Locator found = page.locator(".sales .sale h3");

        page.locator("input[name=q]").fill(word.toUpperCase(java.util.Locale.ROOT));
        assertThat(found).hasText(new String[] {"Red " + word, "Blue " + word});
        page.locator("select[name=state]").selectOption("UPCOMING");
        assertThat(found).hasText(new String[] {"Blue " + word});
        assertThat(page).hasURL(Pattern.compile("\\?q=W\\d+&state=UPCOMING$"));
        visitor.inspects("sales-found");

        page.reload();
        assertThat(found).hasText(new String[] {"Blue " + word});
        found.locator("a").click();
        page.locator(".sale-page").waitFor();
        page.goBack();
        assertThat(found).hasText(new String[] {"Blue " + word});
        page.locator("input[name=q]").fill("nothing is called " + word);
        assertThat(page.locator(".empty")).isVisible();

        visitor.opens("/control");
        page.locator("input[name=q]").fill("alpine TENT");
        page.locator("select[name=state]").selectOption("OPEN");
        assertThat(page.locator(".sale-row h3").filter(new Locator.FilterOptions().setHasText("Red " + word)))
                .isVisible();
        assertThat(page.locator(".sale-row h3").filter(new Locator.FilterOptions().setHasText("Blue")))
                .hasCount(0);
        visitor.inspects("control-sales-found");
    }

    @Test
    void goOnFromPageToPage() {
        IntStream.range(0, 205).forEach(number -> sale("Batch " + number, "Batch", PLANNED));
        Visitor visitor = Visitor.arrives().opens("/?q=batch");
        Page page = visitor.page;
        Locator cards = page.locator(".sales .sale:not(.placeholder)");
        assertThat(cards).hasCount(100);
        page.locator(".more button").click();
        assertThat(cards).hasCount(200);
        page.locator(".more button").click();
        assertThat(cards).hasCount(205);
        assertThat(page.locator(".more")).hasCount(0);
    }
}
