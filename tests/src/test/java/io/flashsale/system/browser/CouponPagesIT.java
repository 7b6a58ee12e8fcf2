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
    private final Visitor visitor = Visitor.arrives();
    private final Page page = visitor.page;

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

    private void buy(Visitor visitor) {
        visitor.opensSale(shop.openSale(5)).buyButton("buy").waitFor();
        visitor.buys();
        visitor.goesToPay();
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
        String small = template("Small", 5, "\"amountCents\": 100");
        String best = template("Best one", 5, "\"percent\": 50");
        visitor.loggedIn(shop.user()).opens("/coupons");
        grabs(card(visitor, small).locator("button"));
        grabs(card(visitor, best).locator("button"));
        visitor.opens("/coupons/mine");
        assertThat(page.locator(".coupon .badge.UNUSED")).hasCount(2);
        assertThat(page.locator(".coupon .badge.UNUSED").first()).hasText("Ready to use");

        buy(visitor);
        assertThat(page.locator("#coupon option:checked")).containsText("Best one");
        pays(page);
        assertThat(page.locator(".badge.PAID")).hasText("Paid");
        // Of 19.99, half a cent rounded in favour of the shopper.
        assertThat(page.locator(".bill .price")).containsText("9.99");

        visitor.opens("/coupons/mine");
        assertThat(page.locator(".coupon .badge.USED")).hasCount(1);
    }

    @Test
    void opensByItselfAndSaysWhenAllAreTaken() {
        String soon = template("Soon", 1, """
                "opensAt": "%s", "closesAt": "%s", "amountCents": 100""".formatted(
                        Instant.now().plusSeconds(3_000), Instant.now().plusSeconds(30_000)));
        visitor.loggedIn(shop.user()).opens("/coupons");
        Locator button = card(visitor, soon).locator("button");
        assertThat(button).hasText(Pattern.compile("Opens in .*"));
        shop.call(
                "PATCH",
                "/api/admin/coupons/" + soon,
                shop.admin(),
                "{\"opensAt\": \"" + Instant.now().plusSeconds(8) + "\"}");
        grabs(button);
        Visitor late = Visitor.arrives(Looks.PHONE).loggedIn(shop.user()).opens("/coupons");
        assertThat(card(late, soon).locator("button")).hasText("All taken");
    }

    @Test
    @Tag("weekly")
    void isMadeAndEndedInTheControlRoom() {
        String title = "Made by hand " + System.nanoTime();
        visitor.loggedIn(shop.admin()).opens("/control/coupons");
        button(page, "New coupon").click();
        page.locator("input[name=title]").fill(title);
        page.locator("input[name=amount]").fill("-3");
        button(page, "Create").click();
        assertThat(visitor.alert()).isVisible();
        page.locator("input[name=amount]").fill("3.50");
        button(page, "Create").click();
        Locator row = visitor.having(".sale-row", title);
        assertThat(row.locator(".state")).hasText("Open");
        row.getByRole(AriaRole.BUTTON).click();
        assertThat(row.locator(".state")).hasText("Ended");
    }

    @Test
    @Tag("weekly")
    void saysThatCouponsAreAwayAndTakesThePaymentWithoutOne() {
        visitor.loggedIn(shop.user());
        system.couponService().kill();
        try {
            visitor.opens("/coupons");
            assertThat(visitor.alert()).containsText("Buying and paying goes on without them");
            buy(visitor);
            assertThat(page.locator("p.alert")).containsText("Coupons cannot be reached");
            pays(page);
        } finally {
            system.couponService().start();
        }
    }

    /**
     * The setting that docker-compose.small.yml gives its gateway. The other services run, so that every link
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
        try (Visitor admin =
                        Visitor.arrivesBy(small.url()).loggedIn(shop.admin()).opens("/");
                Visitor shopper = Visitor.arrivesBy(small.url()).loggedIn(shop.user())) {
            Page page = admin.page;
            assertThat(page.locator("aside.demo").last()).containsText("Left out: coupons and lock lab with course.");
            assertThat(page.locator("nav.links a")).hasCount(4); // out of seven
            assertThat(page.locator("a[href^='/coupons'], a[href^='/lab'], a[href^='/course']"))
                    .hasCount(0);
            for (String path : new String[] {
                "/coupons", "/coupons/mine", "/control/coupons", "/lab", "/lab/A6", "/course", "/course/01-the-race"
            }) {
                admin.opens(path);
                assertThat(page.locator("h1")).hasText("There is nothing here");
            }
            admin.opens("/control");
            assertThat(page.locator("#sales-title")).isVisible();
            assertThat(page.locator("a[href*='coupons']")).hasCount(0);

            buy(shopper);
            Locator main = shopper.page.locator("main");
            assertThat(main.locator("button.primary")).isVisible();
            assertThat(main).not().containsText(Pattern.compile("coupon", Pattern.CASE_INSENSITIVE));
            pays(shopper.page);
        } finally {
            small.stop();
        }
    }
}
