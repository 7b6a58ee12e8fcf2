package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.flashsale.system.browser.Visitor.button;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.flashsale.devstack.system.JavaService;
import io.flashsale.devstack.system.ServiceName;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Coupons in the browser: an admin makes them, shoppers claim and use them; and the shop without coupons. */
@Tag("long")
@ExtendWith(Chromium.class)
class CouponPagesIT {

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;

    private String template(String title, int quantity, String fields) {
        return shop.call("POST", "/api/admin/coupons", shop.admin(), """
                        {"title": "%s", "quantity": %d, %s}""".formatted(title, quantity, fields))
                .body()
                .path("id")
                .asString();
    }

    private static Locator card(Visitor visitor, String template) {
        return visitor.page.locator("[data-coupon='" + template + "']");
    }

    private String buy(Visitor visitor) {
        long sale = shop.openSale(5);
        visitor.opensSale(sale).buyButton("buy").waitFor();
        visitor.buys();
        visitor.goesToPay();
        return visitor.page.url().replaceAll(".*/orders/(\\d+)/payment", "$1");
    }

    private static void grabs(Locator button) {
        assertThat(button).hasText("Grab it");
        Locator grabbed = button.filter(new Locator.FilterOptions().setHasText("You have it"));
        Visitor.clicksUntil(button, grabbed);
        assertThat(button).hasText("You have it");
    }

    private static void pays(Page page) {
        Visitor.clicksUntil(page.locator("main button.primary"), page.locator(".badge.PAID"));
    }

    @Test
    void grabsACouponAndPaysWithTheBestOne() {
        User user = shop.user();
        String small = template("Small", 5, "\"amountCents\": 100");
        String best = template("Best one", 5, "\"percent\": 50");
        try (Visitor visitor = Visitor.arrives().loggedIn(user).opens("/coupons")) {
            for (String template : new String[] {small, best}) {
                grabs(card(visitor, template).locator("button"));
            }
            visitor.opens("/coupons/mine");
            assertThat(visitor.page.locator(".coupon .badge.UNUSED")).hasCount(2);
            assertThat(visitor.page.locator(".coupon .badge.UNUSED").first()).hasText("Ready to use");

            buy(visitor);
            assertThat(visitor.page.locator("#coupon option:checked")).containsText("Best one");
            pays(visitor.page);
            assertThat(visitor.page.locator(".badge.PAID")).hasText("Paid");
            assertThat(visitor.page.locator(".bill .price"))
                    .containsText("9.99"); // of 19.99, half a cent rounded in favour of the shopper

            visitor.opens("/coupons/mine");
            assertThat(visitor.page.locator(".coupon .badge.USED")).hasCount(1);
        }
    }

    @Test
    void opensByItselfAndSaysWhenAllAreTaken() {
        User user = shop.user();
        String soon = template(
                "Soon",
                1,
                "\"amountCents\": 100, \"opensAt\": \"" + Instant.now().plusSeconds(3_000) + "\", \"closesAt\": \""
                        + Instant.now().plusSeconds(30_000) + "\"");
        try (Visitor visitor = Visitor.arrives().loggedIn(user).opens("/coupons")) {
            Locator button = card(visitor, soon).locator("button");
            assertThat(button).hasText(Pattern.compile("Opens in .*"));
            shop.call(
                    "PATCH",
                    "/api/admin/coupons/" + soon,
                    shop.admin(),
                    "{\"opensAt\": \"" + Instant.now().plusSeconds(8) + "\"}");
            grabs(button);
        }
        try (Visitor late = Visitor.arrives(Looks.PHONE).loggedIn(shop.user()).opens("/coupons")) {
            assertThat(card(late, soon).locator("button")).hasText("All taken");
        }
    }

    @Test
    @Tag("weekly")
    void isMadeAndEndedInTheControlRoom() {
        String title = "Made by hand " + System.nanoTime();
        try (Visitor visitor = Visitor.arrives().loggedIn(shop.admin()).opens("/control/coupons")) {
            Page page = visitor.page;
            button(page, "New coupon").click();
            page.locator("input[name=title]").fill(title);
            page.locator("input[name=amount]").fill("-3");
            button(page, "Create").click();
            assertThat(visitor.alert()).isVisible();
            page.locator("input[name=amount]").fill("3.50");
            button(page, "Create").click();
            Locator row = page.locator(".sale-row", new Page.LocatorOptions().setHasText(title));
            assertThat(row.locator(".state")).hasText("Open");
            row.getByRole(AriaRole.BUTTON).click();
            assertThat(row.locator(".state")).hasText("Ended");
        }
    }

    @Test
    @Tag("weekly")
    void saysThatCouponsAreAwayAndTakesThePaymentWithoutOne() {
        JavaService coupons = system.services.service(ServiceName.COUPON);
        try (Visitor visitor = Visitor.arrives().loggedIn(shop.user())) {
            coupons.kill();
            visitor.opens("/coupons");
            assertThat(visitor.alert()).containsText("Buying and paying goes on without them");
            buy(visitor);
            assertThat(visitor.page.locator("p.alert")).containsText("Coupons cannot be reached");
            pays(visitor.page);
            assertThat(visitor.page.locator(".badge.PAID")).isVisible();
        } finally {
            coupons.start();
        }
    }

    /**
     * The setting that {@code ./demo --small} gives its gateway. The other services run, so that every link
     * would work.
     */
    @Test
    @Tag("weekly")
    void leadsToNothingThatASmallMachineLeavesOut() {
        JavaService small = system.services.addInstance(
                ServiceName.GATEWAY,
                Map.of(
                        "FLASHSALE_GATEWAY_STOREFRONT_SMALL", "true",
                        "FLASHSALE_GATEWAY_STOREFRONT_ABSENT", "COUPONS,LOCK_LAB"));
        small.start();
        try {
            visitAsAdministrator(small);
            try (Visitor visitor = Visitor.arrivesBy(small.url(), Looks.DESKTOP).loggedIn(shop.user())) {
                buy(visitor);
                assertThat(visitor.page.locator("main button.primary")).isVisible();
                assertThat(visitor.page.locator("main"))
                        .not()
                        .containsText(Pattern.compile("coupon", Pattern.CASE_INSENSITIVE));
                pays(visitor.page);
                assertThat(visitor.page.locator(".badge.PAID")).isVisible();
            }
        } finally {
            small.stop();
        }
    }

    private void visitAsAdministrator(JavaService gateway) {
        try (Visitor visitor = Visitor.arrivesBy(gateway.url(), Looks.DESKTOP)
                .loggedIn(shop.admin())
                .opens("/")) {
            Page page = visitor.page;
            assertThat(page.locator("aside.demo").last()).containsText("Left out: coupons and lock lab with course.");
            Locator links = page.locator("nav.links a");
            assertThat(links).hasCount(4); // out of seven
            assertThat(page.locator("a[href^='/coupons'], a[href^='/lab'], a[href^='/course']"))
                    .hasCount(0);
            for (String path : new String[] {
                "/coupons", "/coupons/mine", "/control/coupons", "/lab", "/lab/A6", "/course", "/course/01-the-race"
            }) {
                visitor.opens(path);
                assertThat(page.locator("h1")).hasText("There is nothing here");
            }
            visitor.opens("/control");
            assertThat(page.locator("#sales-title")).isVisible();
            assertThat(page.locator("a[href*='coupons']")).hasCount(0);
        }
    }
}
