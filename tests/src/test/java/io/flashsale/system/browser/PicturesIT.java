package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Takes the pictures of README and docs in both languages; {@code tests/update-screenshots} copies them to
 * docs/images.
 */
@Tag("weekly")
@ExtendWith(Chromium.class)
class PicturesIT {

    private static final Path FOLDER = Path.of("target/screenshots/docs");
    private static final Looks ENGLISH = new Looks("en-GB", 1200, 960, ColorScheme.LIGHT);
    private static final Looks CHINESE = ENGLISH.in("zh-CN");

    private final Shop shop = RunningSystem.get().shop;

    @Test
    void showsTheShopASaleAndACrowd() {
        Instant now = Instant.now();
        Instant tomorrow = now.plusSeconds(86_400);
        AppearanceIT.offer(shop, "sneakers", "Volt Runner, limited drop", 300, now.plusSeconds(600), tomorrow);
        long sale = AppearanceIT.offer(shop, "phone", "Lumo 5, launch price", 400, now, tomorrow);
        Visitor english = Visitor.arrives(ENGLISH).opens("/");
        Visitor chinese = Visitor.arrives(CHINESE).opens("/");
        beAlice(english);
        beAlice(chinese);
        take("shop", english, ENGLISH);
        take("shop", chinese, CHINESE);

        Visitor admin = Visitor.arrives(ENGLISH).loggedIn(shop.admin()).opens("/control/sales/" + sale);
        Visitor onlooker = Visitor.arrives(CHINESE).loggedIn(shop.admin()).opens("/control/sales/" + sale);
        admin.page.locator(".light.HOLDS").first().waitFor();
        onlooker.page.locator(".light.HOLDS").first().waitFor();

        // The first crowd buys three quarters of the units, the second one the rest.
        ControlRoomIT.sendCrowdUntilChartsHaveData(admin.page, 300, admin.page.getByLabel("all at once"));
        admin.page.locator(".result.DONE").waitFor();
        take("sale", english.opensSale(sale), ENGLISH);
        take("sale", chinese.opensSale(sale), CHINESE);

        ControlRoomIT.sendCrowdUntilChartsHaveData(admin.page, 300, admin.page.getByLabel("within 10 s"));
        take("control-room", admin, ENGLISH);
        take("control-room", onlooker, CHINESE);
        admin.page.locator(".result.DONE").waitFor();
    }

    /** Logs in with the demo's strip of accounts. */
    private static void beAlice(Visitor visitor) {
        var alice = visitor.page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName("alice").setExact(true));
        alice.click();
        assertThat(alice).hasAttribute("aria-pressed", "true");
    }

    /** Takes only the visible part of the page, so that all pictures have the same size. */
    private static void take(String picture, Visitor visitor, Looks looks) {
        AppearanceIT.settle(visitor.page);
        visitor.page.evaluate("window.scrollTo(0, 0)");
        String file = picture + (looks.equals(CHINESE) ? ".zh-CN.png" : ".png");
        visitor.page.screenshot(new ScreenshotOptions().setPath(FOLDER.resolve(file)));
    }
}
