package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.AriaRole;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The pages in the visitor's language: their own texts, and those of the shop. */
@ExtendWith(Chromium.class)
class LanguageIT {

    private final Shop shop = RunningSystem.get().shop;

    private final long sale = shop.makeSale("""
            {"title": "Night lamp || 小夜灯", "priceCents": 4900, "initialStock": 5,
             "product": {"name": "Lamp || 台灯", "description": "Warm || 暖光", "imageUrl": "/images/products/lamp.svg"}}
            """);

    private final Visitor visitor = Visitor.arrives().loggedIn(shop.admin());
    private final Page page = visitor.page;

    @Test
    void isTheOnlyOneWhoseTextsAreLoaded() {
        List<String> loaded = new CopyOnWriteArrayList<>();
        page.onRequest((Request request) -> loaded.add(request.url()));
        visitor.opensSale(sale);
        assertThat(page.locator("h1")).hasText("Night lamp");
        assertThat(page.locator(".facts")).containsText("Lamp");
        assertThat(page.locator(".facts")).not().containsText("台灯");
        assertThat(loaded).anyMatch(url -> url.endsWith(".en.js")).noneMatch(url -> url.endsWith(".zh.js"));

        page.getByText("中文").click();
        assertThat(page.locator("h1")).hasText("小夜灯");
        assertThat(page.locator(".facts")).containsText("暖光");
        assertThat(page.locator("html")).hasAttribute("lang", "zh-CN");
        assertThat(loaded).anyMatch(url -> url.endsWith(".zh.js"));

        loaded.clear();
        page.reload();
        assertThat(page.locator("h1")).hasText("小夜灯");
        assertThat(loaded).noneMatch(url -> url.endsWith(".en.js"));
    }

    @Test
    void isThatOfARefusal() {
        Visitor chinese = Visitor.arrives(Looks.CHINESE_PHONE).opens("/sales/1");
        assertThat(chinese.page.getByRole(AriaRole.ALERT)).containsText("没有这场秒杀");
    }

    @Test
    void isNoneForAnAdministratorWhoWritesTexts() {
        visitor.opens("/control?q=" + "小夜灯");
        page.locator(".sale-row:has(a[href='/control/sales/" + sale + "'])")
                .getByText("Edit")
                .click();
        assertThat(page.getByLabel("Title", new Page.GetByLabelOptions().setExact(true)))
                .hasValue("Night lamp || 小夜灯");
        page.getByLabel("Price (¥)", new Page.GetByLabelOptions().setExact(true))
                .fill("39");
        page.getByText("Save").click();
        assertThat(page.locator(".sale-form")).hasCount(0);
        assertThat(shop.sale(sale).body().path("priceCents").asInt()).isEqualTo(3_900);
        assertThat(shop.sale(sale).body().path("title").asString()).isEqualTo("Night lamp || 小夜灯");
    }
}
