package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page that describes the APIs of all services. */
@Tag("long")
@ExtendWith(Chromium.class)
class ApiPageIT {

    @BeforeAll
    static void start() {
        RunningSystem.withLockLab();
    }

    @Test
    void showsAllDocuments() {
        Map<String, String> calls = Map.of(
                "/api-docs/stock", "/api/sales/{saleId}/reservations",
                "/api-docs/order", "/api/orders/{id}/payment",
                "/api-docs/coupon", "/api/coupons/{templateId}/claims",
                "/api-docs/control-room", "/api/lab/crowds",
                "/api-docs/lock-lab", "/api/lab/strategies");
        Page page = Visitor.arrives().opens("/api-docs").page;
        Locator documents = page.locator("#select");
        assertThat(documents.locator("option")).hasCount(calls.size());
        calls.forEach((document, call) -> {
            documents.selectOption(document);
            assertThat(page.locator(".opblock [data-path='" + call + "']").first())
                    .isVisible();
        });
    }

    @ParameterizedTest
    @MethodSource("io.flashsale.system.browser.AppearanceIT#oppositeLooks")
    void isGoodEnoughToShow(Looks looks) {
        Visitor visitor = Visitor.arrives(looks).opens("/api-docs");
        visitor.page.locator(".opblock").first().waitFor();
        visitor.photographs("api-docs");
        assertThat(AppearanceIT.isTooWide(visitor.page)).isFalse();
    }
}
