package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import io.flashsale.client.Answer;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page that describes the APIs of all services. */
@Tag("long")
@ExtendWith(Chromium.class)
class ApiPageIT {

    private final Shop shop = RunningSystem.withLockLab().shop;

    @ParameterizedTest
    @ValueSource(strings = {"stock", "order", "coupon", "control-room", "lock-lab"})
    void hasADocumentOfEachService(String service) {
        Answer document = shop.call("GET", "/api-docs/" + service, new Shop.User("", ""), "");
        assertThat(document.status()).as(document.text()).isEqualTo(200);
        assertThat(document.body().path("openapi").asString()).startsWith("3.");
        assertThat(document.body().path("paths")).isNotEmpty();
    }

    @Test
    void showsAllDocuments() {
        Map<String, String> calls = Map.of(
                "/api-docs/stock", "/api/sales/{saleId}/reservations",
                "/api-docs/order", "/api/orders/{id}/payment",
                "/api-docs/coupon", "/api/coupons/{templateId}/claims",
                "/api-docs/control-room", "/api/lab/crowds",
                "/api-docs/lock-lab", "/api/lab/strategies");
        try (Visitor visitor = Visitor.arrives().opens("/api-docs")) {
            Page page = visitor.page;
            Locator documents = page.locator("#select");
            assertThat(documents.locator("option")).hasCount(calls.size());
            calls.forEach((document, call) -> {
                documents.selectOption(document);
                assertThat(page.locator(".opblock [data-path='" + call + "']").first())
                        .isVisible();
            });
        }
    }

    @ParameterizedTest
    @MethodSource("io.flashsale.system.browser.AppearanceIT#oppositeLooks")
    void isGoodEnoughToShow(Looks looks) {
        requireThatItFits(looks);
    }

    @ParameterizedTest
    @MethodSource("io.flashsale.system.browser.AppearanceIT#otherLooks")
    @Tag("chaos")
    void isGoodEnoughToShowInOtherLooks(Looks looks) {
        requireThatItFits(looks);
    }

    private static void requireThatItFits(Looks looks) {
        try (Visitor visitor = Visitor.arrives(looks).opens("/api-docs")) {
            visitor.page.locator(".opblock").first().waitFor();
            visitor.page.screenshot(
                    new ScreenshotOptions().setPath(Path.of("target/screenshots/api-docs-" + looks + ".png")));
            assertThat(List.of(visitor.page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")))
                    .isEqualTo(List.of(0));
        }
    }
}
