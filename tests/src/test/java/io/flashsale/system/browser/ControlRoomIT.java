package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** An admin prepares sales, sends crowds, watches them, and handles failures in the browser. */
@ExtendWith(Chromium.class)
class ControlRoomIT {

    private static final String ALL_HOLD = "Every invariant holds.";

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;

    private final Visitor visitor = Visitor.arrives().loggedIn(shop.admin());
    private final Page page = visitor.page;

    private static Locator button(Locator within, String name) {
        return within.getByRole(
                AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    private static Locator button(Page page, String name) {
        return button(page.locator("main"), name);
    }

    /** Matches the label exactly, because the title of a sale may contain the same word. */
    private Locator field(String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    private Locator row(String title) {
        return visitor.having(".sale-row", title);
    }

    private Locator number(String name) {
        return page.locator(".number." + name + " strong");
    }

    private void fillInASaleOfFifty(String title) {
        button(page, "New sale").click();
        field("Title").fill(title);
        field("Price (¥)").fill("19.99");
        field("Pieces").fill("50");
    }

    private static void sendCrowd(Page page, int shoppers, String arrival) {
        page.getByLabel("Shoppers").fill(Integer.toString(shoppers));
        page.getByLabel(arrival).check();
        button(page, "Send the crowd").click();
    }

    @Tag("long")
    @Test
    void runsASaleWithTheCrowdUntilEveryLightIsGreen() {
        visitor.opens("/control");
        fillInASaleOfFifty("Fifty for two hundred");
        button(page, "Create").click();
        row("Fifty for two hundred").getByText("Watch live").click();

        assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        assertThat(number("redisRemaining")).hasText("50");
        sendCrowd(page, 200, "all at once");
        assertThat(page.locator(".crowd")).containsText("Everybody has an answer.");
        JsonNode answers = answersToTheCrowd();
        Locator result = page.locator(".crowd .result");
        assertThat(result)
                .containsText(Pattern.compile(
                        "Accepted\\s*" + answers.path("accepted").asInt()));
        assertThat(result)
                .containsText(Pattern.compile(
                        "Sold out\\s*" + answers.path("sold-out").asInt()));

        assertThat(number("ordersTotal")).hasText("50");
        assertThat(number("redisRemaining")).hasText("0");
        assertThat(number("available")).hasText("0");
        assertThat(page.locator(".light.HOLDS")).hasCount(8);
        assertThat(page.locator(".lights .summary")).hasText(ALL_HOLD);
        assertThat(page.locator(".title-row")).containsText("Sold out");
        await().pollInSameThread().until(this::hasDrawnSomething);
        page.locator("details summary").first().click();
        assertThat(page.locator("figure table tbody tr").first()).isVisible();
    }

    /** On a slow machine some of the fifty shoppers learn only from a second click that they have bought. */
    private JsonNode answersToTheCrowd() {
        String sale = page.url().replaceAll(".*/", "");
        return shop.get("/api/lab/crowds", shop.admin())
                .body()
                .valueStream()
                .filter(crowd -> crowd.path("saleId").asString().equals(sale))
                .findFirst()
                .orElseThrow()
                .path("answers");
    }

    @Tag("weekly")
    @Test
    void showsPeopleAndScriptsBesideEachOther() {
        long sale = shop.openSale(100);
        Visitor visitor = Visitor.arrives(Looks.PHONE).loggedIn(shop.admin()).opens("/control/sales/" + sale);
        Page page = visitor.page;
        page.getByLabel("Of them scripts").fill("30");
        page.getByLabel("Clicks of each of their accounts").fill("3");
        sendCrowd(page, 100, "all at once");
        assertThat(page.locator(".crowd")).containsText("Everybody has an answer.");

        Locator sides = page.locator(".sides");
        assertThat(sides.locator(".shoppers td")).hasText(new String[] {"70", "30"});
        assertThat(sides.locator(".clicks td")).hasText(new Pattern[] {Pattern.compile("7\\d"), Pattern.compile("90")});
        assertThat(sides.locator(".units td")).hasText(new String[] {"70", "30"});
        assertThat(sides.locator(".share td")).hasText(new String[] {"70%", "30%"});
        assertThat(sides.locator(".paid td")).hasText(new String[] {"70", "0"});
        assertThat(sides.locator(".refused").first()).containsText(Pattern.compile("Has one already\\s*0\\s*60"));
        Locator open = page.locator(".by-mode .OPEN");
        assertThat(open).containsText("First come, first served");
        assertThat(open.locator("td").first()).hasText("30%");
        assertThat(open.locator("td").last()).hasText("30%");
        visitor.inspects("control-scripts");
    }

    /** Whether the first chart has more than one colour. */
    private boolean hasDrawnSomething() {
        return (Boolean) page.evaluate("""
                () => {
                  const canvas = document.querySelector('canvas');
                  const dots = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
                  return new Set(dots).size > 2;
                }
                """);
    }

    @Tag("long")
    @Test
    void turnsALightRedWithItsEvidenceAndGreenAgainWhenItIsRepaired() {
        long sale = shop.openSale(7);
        visitor.opens("/control/sales/" + sale);
        assertThat(page.locator(".lights .summary")).hasText(ALL_HOLD);

        // On a slow machine the reconciliation may repair the gate before the page shows the difference.
        await().pollInSameThread().until(() -> {
            system.records.offerInRedis(sale, 10);
            Locator light = visitor.having(".light", "I5");
            return page.locator(".lights .summary").textContent().strip().equals("Violated: I5.")
                    && page.locator(".light.VIOLATED").count() == 1
                    && light.textContent().contains("redis-offers-too-much")
                    && light.textContent().contains("violated");
        });
        visitor.photographs("control-violated");

        system.records.offerInRedis(sale, 7);
        assertThat(page.locator(".lights .summary")).hasText(ALL_HOLD);
        assertThat(number("redisRemaining")).hasText("7");
    }

    @Tag("weekly")
    @Test
    void opensEditsRefillsAndEndsASale() {
        String title = "To be edited " + System.nanoTime();
        long sale = shop.makeSale(
                "{\"title\":\"%s\",\"priceCents\":1999,\"initialStock\":5,\"opensAt\":\"2099-01-01T00:00:00Z\"}"
                        .formatted(title));
        visitor.opens("/control");
        Locator row = row(title);
        assertThat(row).containsText("Upcoming");
        button(row, "Edit").click();
        Locator price = row.getByLabel("Price (¥)", new Locator.GetByLabelOptions().setExact(true));
        price.fill("many");
        button(row, "Save").click();
        assertThat(row.locator(".wrong .fault")).hasText("A number from 0 to 10,000,000.");
        price.fill("9.50");
        row.getByLabel("Units for each shopper").fill("3");
        button(row, "Save").click();
        assertThat(row).containsText("9.50");
        button(row, "Edit").click();
        assertThat(row.getByLabel("Units for each shopper")).hasValue("3");
        shop.amend(sale, "{\"priceCents\": 800}");
        button(row, "Save").click();
        assertThat(row.getByRole(AriaRole.ALERT)).containsText("Somebody changed the sale");
        button(row, "Cancel").click();
        assertThat(row).containsText("8.00");
        button(row, "Open now").click();
        assertThat(row.locator(".state")).hasText("Open");

        // A double click, and then a connection that loses the first answer: the stock is still added only once.
        button(row, "Change stock").click();
        row.getByLabel("Pieces").fill("3");
        button(row, "Add").dblclick();
        assertThat(row).containsText("8 of 8 left");
        button(row, "Change stock").click();
        row.getByLabel("Pieces").fill("4");
        page.route(
                "**/stock",
                route -> {
                    route.fetch();
                    route.abort();
                },
                new Page.RouteOptions().setTimes(1));
        button(row, "Add").click();
        assertThat(row.getByRole(AriaRole.ALERT)).isVisible();
        button(row, "Add").click();
        assertThat(row.getByRole(AriaRole.ALERT)).hasCount(0);
        assertThat(row).containsText("12 of 12 left");
        button(row, "Change stock").click();
        row.getByLabel("Pieces").fill("20");
        button(row, "Take away").click();
        assertThat(row.getByRole(AriaRole.ALERT)).containsText("fewer pieces are left");
        row.getByLabel("Pieces").fill("2");
        button(row, "Take away").click();
        assertThat(row).containsText("10 of 10 left");

        button(row, "End now").click();
        button(row, "Yes, end it").click();
        assertThat(row.locator(".state")).hasText("Ended");
        button(row, "Open again for a day").click();
        assertThat(row.locator(".state")).hasText("Open");
    }

    @Test
    void editsAProductAndWithdrawsIt() {
        shop.openSale(1); // of a product that stays
        visitor.opens("/control/products");
        button(page, "New product").click();
        field("Name").fill("A kettle");
        button(page, "Create").click();
        Locator kettle = visitor.having(".product-row", "A kettle");
        button(kettle, "Edit").click();
        kettle.getByLabel("Name").fill(" ");
        button(kettle, "Save").click();
        assertThat(kettle.locator(".wrong .fault")).hasText("1 to 120 characters. In both languages: “Lamp || 台灯”.");
        visitor.inspects("products");
        kettle.getByLabel("Name").fill("A teapot");
        button(kettle, "Save").click();
        Locator teapot = visitor.having(".product-row", "A teapot");
        button(teapot, "Withdraw").click();
        assertThat(teapot).hasCount(0);
        button(page, "Withdrawn").click();
        assertThat(teapot).isVisible();

        visitor.opens("/control");
        button(page, "New sale").click();
        assertThat(page.getByLabel("Product").locator("option").nth(1)).not().hasText("");
        assertThat(page.getByLabel("Product").locator("option", new Locator.LocatorOptions().setHasText("A teapot")))
                .hasCount(0);
    }

    @Tag("long")
    @Test
    void showsADeadLetterWithItsReasonAndReplaysIt() {
        String poison = "no reservation, " + System.nanoTime();
        system.queue.send(StockReserved.TOPIC, "4", poison.getBytes(StandardCharsets.UTF_8));
        system.queue.awaitPlaced();
        visitor.opens("/control");
        Locator letters = visitor.having(".dead tbody tr", poison);
        Locator letter = letters.last();
        assertThat(letter).containsText("the message is no group of reservation");
        letter.locator("summary").click();
        assertThat(letter.locator("pre")).hasText(poison);
        AtomicInteger requests = new AtomicInteger();
        page.onRequest(request -> {
            if (request.url().endsWith("/replay")) {
                requests.incrementAndGet();
            }
        });
        int clicks = clicksUntilReplayed(letter.getByRole(AriaRole.BUTTON));
        assertThat(letter).containsText("replayed");
        assertThat(requests).as("a click sends one replay").hasValue(clicks);
        // The message is still invalid, so it is set aside again.
        system.queue.awaitPlaced();
        button(page.locator(".dead"), "Look again").click();
        letters.nth(1).waitFor();
        // A replay that was refused because Kafka answered too late may have been sent all the same.
        assertThat(letters.count()).isBetween(1 + 1, 1 + clicks);
    }

    /** Clicks until a replay has been made, since on a slow machine Kafka may answer too late. Counts the clicks. */
    private int clicksUntilReplayed(Locator button) {
        for (int clicks = 1; clicks <= Visitor.MAX_CLICKS; clicks++) {
            Response answer = page.waitForResponse(response -> response.url().endsWith("/replay"), button::click);
            if (answer.ok()) {
                return clicks;
            }
        }
        throw new AssertionError("each of " + Visitor.MAX_CLICKS + " replays was refused");
    }

    @Tag("weekly")
    @Test
    void showsOlderDeadLettersAndWhyAnOrderCannotBeRejected() {
        String letter = """
                {"items": [{"topic": "reservations.dead-letter", "partition": 0, "offset": "%d", "time": "2026-01-01T12:00:00Z",
                  "reason": "the database refuses it", "payload": "{}", "payloadBytes": 2,
                  "orders": [{"orderId": "4", "status": "QUEUED"}]}], "older": %s}
                """;
        visitor.getsInstead("**/api/admin/dead-letters?*", () -> "{\"items\": [], \"older\": null}");
        visitor.getsInstead("**/api/admin/dead-letters?topic=reservations.*", () -> letter.formatted(17, "\"0@17\""));
        visitor.getsInstead(
                "**/api/admin/dead-letters?topic=reservations.*&before=0@17", () -> letter.formatted(16, "null"));
        page.route(
                "**/reject",
                route -> route.fulfill(new FulfillOptions()
                        .setStatus(409)
                        .setContentType("application/problem+json")
                        .setBody("""
                                {"type": "/problems/dead-letter-conflict", "status": 409,
                                  "detail": "Order 4 is PAID already."}
                                """)));
        page.onDialog(Dialog::accept);
        visitor.opens("/control");
        Locator letters = page.locator(".dead");
        assertThat(letters.locator("tbody tr")).containsText("dead-letter-0@17");
        button(letters, "Older").click();
        assertThat(letters.locator("tbody tr")).containsText("dead-letter-0@16");
        assertThat(button(letters, "Older")).hasCount(0);
        button(letters, "Reject the order of reservations.dead-letter-0@16").click();
        assertThat(letters.getByRole(AriaRole.ALERT)).containsText("Order 4 is PAID already.");
    }

    @Tag("weekly")
    @Test
    void showsWhyMoneyGoesBackAndHasItTriedAgain() {
        String failed = """
                {"items": [{"id": "17", "chargeId": "charge-17", "orderId": "4", "amountCents": 1999,
                  "reason": "ORDER_ENDED", "state": "FAILED", "attempts": 1, "nextAttemptAt": null,
                  "lastError": "the card is closed", "providerReference": null,
                  "createdAt": "2026-01-01T12:00:00Z", "refundedAt": null}]}
                """;
        String made = failed.replace("FAILED", "REFUNDED")
                .replace("\"the card is closed\"", "null")
                .replace("\"refundedAt\": null", "\"refundedAt\": \"2026-01-01T12:01:00Z\"");
        AtomicReference<String> answer = new AtomicReference<>(failed);
        visitor.getsInstead("**/api/admin/refunds?*", answer::get);
        visitor.getsInstead("**/api/admin/refunds/17/retry", () -> {
            answer.set(made);
            return "{}";
        });
        visitor.opens("/control");
        Locator refund = page.locator(".refunds tbody tr");
        List.of("The order had ended.", "¥19.99", "the card is closed")
                .forEach(text -> assertThat(refund).containsText(text));
        refund.getByRole(AriaRole.BUTTON).click();
        assertThat(refund).containsText("refunded");
        assertThat(refund.getByRole(AriaRole.BUTTON)).hasCount(0);
    }

    @Tag("weekly")
    @Test
    void endsTheSessionsOfAnAccount() {
        Shop.User shopper = shop.user();
        assertThat(shop.get("/api/orders", shopper).status()).isEqualTo(200);
        visitor.opens("/control");
        Locator sessions = page.locator(".sessions");
        sessions.getByLabel("User name").fill("nobody-has-this-name");
        button(sessions, "End all sessions").click();
        assertThat(sessions.getByRole(AriaRole.ALERT)).hasText("Nobody has this user name.");

        sessions.getByLabel("User name").fill(shopper.name());
        button(sessions, "End all sessions").click();
        assertThat(sessions.getByRole(AriaRole.STATUS)).hasText("All sessions of " + shopper.name() + " have ended.");
        Locator change = visitor.having(".changes tbody tr", "POST /api/admin/accounts/" + shopper.name() + "/logout");
        List.of("admin", "127.0.0.1", "204").forEach(text -> assertThat(change).containsText(text));
        await().until(() -> shop.get("/api/orders", shopper).status() == 401);
    }

    @Tag("long")
    @Test
    void keepsShoppersOut() {
        Visitor shopper = Visitor.arrives().loggedIn(shop.user());
        for (String path : List.of("/control", "/control/sales/1")) {
            assertThat(shopper.opens(path).alert()).hasText("Only administrators may come in here.");
        }
    }

    @Tag("weekly")
    @ParameterizedTest
    @MethodSource("io.flashsale.system.browser.AppearanceIT#oppositeLooks")
    void isGoodEnoughToShow(Looks looks) {
        long sale = shop.openSale(150);
        system.queue.send(StockReserved.TOPIC, "5", "no reservation".getBytes(StandardCharsets.UTF_8));
        system.queue.awaitPlaced();
        Visitor visitor = Visitor.arrives(looks).loggedIn(shop.admin()).opens("/control");
        Page page = visitor.page;
        page.locator(".dead tbody tr").first().waitFor();
        page.locator(".sale-row").first().waitFor();
        visitor.inspects("control");
        page.locator(".title-row .button.primary").first().click();
        page.locator(".sale-form").waitFor();
        visitor.inspects("control-new");

        visitor.opens("/control/sales/" + sale);
        page.locator(".light.HOLDS").first().waitFor();
        sendCrowdUntilChartsHaveData(
                page, 250, page.locator("input[name=arrival]").first()); // all at once
        visitor.inspects("control-live");
        page.locator(".result.DONE").waitFor();
    }

    /** In any language: on return, two thirds of the crowd have an answer. */
    static void sendCrowdUntilChartsHaveData(Page page, int shoppers, Locator arrival) {
        page.locator("#crowd-size").fill(Integer.toString(shoppers));
        arrival.check();
        page.waitForResponse(
                "**/api/lab/crowds",
                () -> page.locator(".crowd .button.primary").click());
        page.locator(".result.BUYING, .result.DONE").waitFor();
        await().until(() -> ((Number) page.evaluate("document.querySelector('.result progress').value")).intValue()
                > shoppers * 2 / 3);
    }

    /** The page shows the sum of four buckets, and the auditor checks each. */
    @Test
    @Tag("weekly")
    void runsASaleInBuckets() {
        visitor.opens("/control");
        fillInASaleOfFifty("Fifty in four buckets");
        field("Buckets of the stock").fill("17");
        button(page, "Create").click();
        assertThat(page.locator(".sale-form .fault")).containsText("from 1 to 16");
        field("Buckets of the stock").fill("4");
        button(page, "Create").click();
        row("Fifty in four buckets").getByText("Watch live").click();

        assertThat(number("redisRemaining")).hasText("50");
        sendCrowd(page, 200, "all at once");
        assertThat(page.locator(".crowd")).containsText("Everybody has an answer.");
        assertThat(number("redisRemaining")).hasText("0");
        assertThat(number("available")).hasText("0");
        assertThat(page.locator(".lights .summary")).hasText(ALL_HOLD);
    }
}
