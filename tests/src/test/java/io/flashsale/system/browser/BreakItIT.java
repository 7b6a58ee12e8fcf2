package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** An admin breaks the shop in the browser while a crowd buys, sees the effect, and repairs it. */
@Tag("long")
@ExtendWith(Chromium.class)
class BreakItIT {

    private final Shop shop = RunningSystem.get().shop;
    private final Visitor visitor = Visitor.arrives().loggedIn(shop.admin());
    private final Page page = visitor.page;

    @AfterEach
    void heal() {
        shop.post("/api/admin/faults/heal", shop.admin());
        await().until(() -> shop.get("/api/admin/faults", shop.admin())
                .body()
                .path("faults")
                .valueStream()
                .noneMatch(fault -> fault.path("until").isNull()));
        await().until(() -> !latestCrowd().path("endedAt").isNull()); // another test may send a crowd
    }

    private Locator button(String name) {
        return Visitor.button(page.locator("main"), name);
    }

    @Test
    void pausesRedisInACrowdSeesTheMarkAndHealsUntilEveryLightIsGreen() {
        long sale = shop.openSale(2_000);
        visitor.opens("/control/sales/" + sale);
        assertThat(page.locator(".faults .summary")).hasText("Nothing is broken.");
        assertThat(button("Heal everything")).isDisabled();
        page.getByLabel("Shoppers").fill("300");
        page.getByLabel("within 10 s").check();
        button("Send the crowd").click();
        page.locator(".chart.clicks").waitFor();

        // Only with the keyboard: the server, the fault, past the link, and the button.
        page.locator("#fault-target").focus();
        page.keyboard().press("Tab");
        page.keyboard().press("ArrowDown");
        assertThat(page.locator(".faults .expect")).containsText("Clicks wait for their time-out");
        page.keyboard().press("Tab");
        assertThat(page.locator(".faults .expect a")).isFocused();
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        assertThat(page.locator(".faults .summary")).hasText("redis hangs: broken");
        assertThat(page.locator(".charts .mark")).hasCount(3);
        assertThat(page.locator(".chart.rates .mark")).hasText("redis hangs");
        button("Break it").click();
        assertThat(page.locator(".faults [role=alert]")).hasText("That is broken already. Heal it first.");
        await().until(() -> {
            sendACrowdIfNoneIsThere(sale); // on a slow machine the first crowd has ended before Redis hangs
            return told("undecided") + told("refused") > 0;
        });
        visitor.photographs("break-it");

        button("Heal everything").click();
        assertThat(page.locator(".faults .summary")).hasText("Nothing is broken.");
        assertThat(page.locator(".injected li").first()).hasText(Pattern.compile("\\d.* – \\d.* redis hangs healed"));
        assertThat(page.locator(".crowd")).containsText("Everybody has an answer.");
        assertThat(page.locator(".lights .summary")).hasText("Every invariant holds.");
        await().until(() -> {
            sendACrowdIfNoneIsThere(sale); // on a slow machine the last crowd has ended before Redis was healed
            return told("accepted") > 0;
        });
    }

    private JsonNode latestCrowd() {
        return shop.get("/api/lab/crowds", shop.admin()).body().path(0);
    }

    private void sendACrowdIfNoneIsThere(long sale) {
        if (!latestCrowd().path("endedAt").isNull()) {
            shop.call("POST", "/api/lab/crowds", shop.admin(), """
                    {"saleId": "%d", "shoppers": 300, "arriveWithinSeconds": 30}""".formatted(sale));
        }
    }

    /** The number of clicks of the latest crowd that got this answer. */
    private long told(String kind) {
        return latestCrowd()
                .path("seconds")
                .valueStream()
                .mapToLong(second -> second.path(kind).asLong())
                .sum();
    }

    @Test
    @Tag("weekly")
    void opensTheChapterThatTellsMore() {
        visitor.opens("/control/sales/" + shop.openSale(5));
        Page chapter = visitor.context.waitForPage(
                () -> page.locator(".faults .expect a").click());
        assertThat(chapter.locator("body")).containsText("## Redis loss and rebuild");
    }

    @Test
    @Tag("weekly")
    void showsNothingOfItWhereNothingCanBeBroken() {
        visitor.getsRefusal("**/api/admin/faults", 404, "not-found");
        visitor.opens("/control/sales/" + shop.openSale(5));
        assertThat(page.locator(".lights .summary")).hasText("Every invariant holds.");
        assertThat(page.locator(".faults")).hasCount(0);
    }
}
