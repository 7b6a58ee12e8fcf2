package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.flashsale.system.browser.Visitor.button;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.TicketSale;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Sales with a waiting room: entering, the shopper's number and place, their turn, and a missed turn. */
@ExtendWith(Chromium.class)
class WaitingRoomIT {

    /** Counts the tones that would be heard. */
    private static final String COUNT_TONES = """
            window.tones = 0;
            const Real = window.OscillatorNode;
            window.OscillatorNode = class extends Real { constructor(...how) { super(...how); window.tones++; } };
            """;

    /** The page repeats its requests at an eighth of the usual interval; its clock stays right. */
    private static final String HASTEN = """
            window.hurry = 8;
            const later = window.setTimeout;
            window.setTimeout = (what, ms, ...how) => later(what, ms / window.hurry, ...how);
            """;

    private static final int TAKEN_TOGETHER = 6;

    /** Sales for {@link #saleThatIsTaken} that no test has used. */
    private static final Queue<TicketSale> taken = new ArrayDeque<>();

    /** When the making of these sales began; the turns in them begin later. */
    private static Instant takenSince = Instant.EPOCH;

    private final Shop shop = RunningSystem.get().shop;
    private final Shop.User user = shop.user();
    private final Visitor visitor = arrives().loggedIn(user);
    private final Page page = visitor.page;

    private static Visitor arrives() {
        return hasty(Visitor.arrives());
    }

    private static Visitor hasty(Visitor visitor) {
        visitor.context.addInitScript(HASTEN);
        return visitor;
    }

    private TicketSale room(String mode, int units, Instant opensAt) {
        return TicketSale.of(shop, mode, units, 10, opensAt);
    }

    private static Instant now() {
        return Instant.now().minusSeconds(5);
    }

    private static Instant later() {
        return Instant.now().plusSeconds(3_600);
    }

    private static void awaitServing(TicketSale room, long place) {
        await().until(() -> room.board().path("serving").asLong() >= place);
    }

    /**
     * A sale whose single unit is reserved for another shopper's turn: nobody is served until stock is added.
     *
     * <p>Makes some in advance, because each waits for two rounds of the entrance, and several wait together. Leaves
     * them when half of the other shopper's turn may be over: the test needs the rest.
     */
    private TicketSale saleThatIsTaken() {
        if (Instant.now().isAfter(takenSince.plus(RunningSystem.TURN.dividedBy(2)))) {
            taken.clear();
        }
        if (taken.isEmpty()) {
            takenSince = Instant.now();
            taken.addAll(Shop.each(shop.users(TAKEN_TOGETHER), TAKEN_TOGETHER, this::saleTakenBy));
        }
        return taken.remove();
    }

    private TicketSale saleTakenBy(Shop.User other) {
        TicketSale room = room("QUEUE", 1, now());
        room.enter(other);
        awaitServing(room, 1);
        return room;
    }

    private static Locator figure(Page page, String name) {
        return page.locator(".figures ." + name + " dd");
    }

    private Locator figure(String name) {
        return figure(page, name);
    }

    @Tag("long")
    @Test
    void callsTheShopperWhoBuysWhenItIsTheTurn() {
        TicketSale room = saleThatIsTaken();
        visitor.context.addInitScript(COUNT_TONES);
        visitor.opensSale(room.sale).buyButton("enter").click();
        visitor.buyButton("inLine").waitFor();
        assertThat(figure("number")).hasText("2");
        assertThat(figure("ahead")).hasText("nobody");
        assertThat(page.locator(".room")).containsText("you keep your place");
        assertThat(page.locator(".room")).containsText("You may close this page");
        assertThat(page.locator(".turn-length")).containsText("yours for " + RunningSystem.TURN.toMinutes() + " min");
        assertThat(page.locator(".sound")).hasAttribute("aria-checked", "true");

        shop.addStock(room.sale, 1);
        visitor.buyButton("buy").waitFor();
        assertThat(page).hasTitle(Pattern.compile("Your turn! A sale to wait for"));
        assertThat(visitor.alert()).containsText("It is your turn!");
        assertThat(figure("time-left")).containsText(":");
        assertThat(page.evaluate("window.tones")).isEqualTo(3);

        visitor.buys();
        assertThat(page.locator(".room")).hasCount(0);
    }

    /** The ticket comes back a moment after the page has heard of the rejection. */
    @Tag("long")
    @Test
    void letsTheShopperBuyWithTheTicketOfAnOrderThatWasRejected() {
        TicketSale room = room("QUEUE", 1, now());
        visitor.opensSale(room.sale).buyButton("enter").click();
        visitor.buyButton("buy").waitFor();
        String rejected =
                "{\"orderId\": \"1\", \"saleId\": \"%d\", \"status\": \"REJECTED\", \"reason\": \"INSUFFICIENT_STOCK\"}"
                        .formatted(room.sale);
        visitor.getsInstead("**/reservations", () -> "{\"orderId\": \"1\"}");
        visitor.getsInstead("**/api/orders/1", () -> rejected);
        visitor.getsRefusal("**/api/orders/1/events", 503, "service-unavailable");
        page.route(
                "**/entry/ticket",
                route -> Visitor.refuse(route, 403, "ticket-used"),
                new Page.RouteOptions().setTimes(2));

        visitor.buyButton("buy").click();
        assertThat(visitor.alert()).containsText("could not be placed");
        page.unroute("**/reservations");
        visitor.buyButton("buy").waitFor();
        visitor.buys();
    }

    /** With 100,000 shoppers waiting, each further request per shopper is 100,000 requests. */
    @Tag("weekly")
    @Test
    void asksForNothingButTheServingPlaceWhileItIsNobodysTurn() {
        TicketSale room = room("QUEUE", 1, later());
        List<String> asked = new ArrayList<>();
        visitor.opensSale(room.sale).buyButton("enter").waitFor();
        page.onRequest(request -> {
            if (request.url().contains("/api/")) {
                asked.add(request.url().replaceFirst(".*/api/(sales/" + room.sale + ")?", ""));
            }
        });
        awaitAsked(asked, 8);
        assertThat(asked).as("before entering").containsOnly("/entry/serving");

        visitor.buyButton("enter").click();
        visitor.buyButton("inLine").waitFor();
        asked.clear();
        awaitAsked(asked, 16); // longer than the page left the sale alone before
        assertThat(asked).as("in line").containsOnly("/entry/serving");

        page.evaluate("window.hurry = 1"); // a shop that is asked too early gives the same answer
        asked.clear();
        shop.addStock(room.sale, 41);
        assertThat(page.locator(".stock")).containsText("42 pieces");
        assertThat(asked).as("of a change").filteredOn(""::equals).hasSizeBetween(1, 2);
    }

    private void awaitAsked(List<String> asked, int times) {
        await().pollInSameThread().until(() -> {
            page.evaluate("1"); // makes the driver report requests
            return asked.size() >= times;
        });
    }

    @Test
    @Tag("weekly")
    void staysSilentForWhoSwitchedTheSoundOff() {
        TicketSale room = saleThatIsTaken();
        visitor.context.addInitScript(COUNT_TONES);
        visitor.opensSale(room.sale).buyButton("enter").click();
        page.locator(".sound").click();
        assertThat(page.locator(".sound")).hasAttribute("aria-checked", "false");
        shop.addStock(room.sale, 1);
        visitor.buyButton("buy").waitFor();
        assertThat(page.evaluate("window.tones")).isEqualTo(0);
    }

    @Test
    @Tag("weekly")
    void canBeEnteredBeforeTheOpeningAndUsedWithTheKeyboardAlone() {
        TicketSale room = room("QUEUE", 5, later());
        visitor.opensSale(room.sale).buyButton("enter").focus();
        page.keyboard().press("Enter");
        visitor.buyButton("inLine").waitFor();
        assertThat(page.locator(".room .badge")).hasText("Before the opening");
        assertThat(figure("number")).hasText("1");
        room.open();
        visitor.triesToBuy(() -> {
            // The focus stays on the single button, which has changed its state.
            assertThat(visitor.buyButton("buy")).isFocused();
            page.keyboard().press("Enter");
        });
    }

    /**
     * Shows the example of docs/lottery.md. A shop that replaces the seed could replace the published hash as well, so
     * the page believes only what the browser saw before the opening.
     */
    @Tag("long")
    @Test
    void computesThePlacesOfALotteryAndBelievesOnlyWhatItSawBeforeTheOpening() {
        String seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
        String hash = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
        String drawn = "\"seedHash\": \"" + hash + "\", \"seed\": \"" + seed + "\", \"size\": 10";
        Visitor anybody = arrives();
        Page page = anybody.page;
        servesLottery(anybody, drawn);
        anybody.opens("/sales/1/lottery");
        assertThat(page.locator(".seal-verdict")).containsText("? The seed has the fingerprint that the shop shows");
        List<Integer> places = List.of(9, 7, 10, 1, 4, 5, 3, 2, 8, 6);
        for (int number = 1; number <= places.size(); number++) {
            page.locator("#any-number").fill(Integer.toString(number));
            assertThat(page.locator(".result"))
                    .hasText("Number " + number + " has place " + places.get(number - 1) + ".");
        }
        anybody.inspects("lottery-check");

        servesLottery(anybody, "\"seedHash\": \"" + hash + "\"");
        anybody.opens("/sales/2/lottery");
        assertThat(page.locator(".hash")).hasText(hash);
        servesLottery(anybody, drawn);
        assertThat(page.locator(".seal-verdict"))
                .hasText("✓ The seed has the fingerprint that this browser saw before the opening.");

        servesLottery(anybody, "\"seedHash\": \"" + "ab".repeat(32) + "\"");
        anybody.opens("/sales/3/lottery");
        assertThat(page.locator(".hash")).hasText("ab".repeat(32));
        servesLottery(anybody, drawn);
        assertThat(page.locator(".seal-verdict")).containsText("✗ The seed does NOT have the fingerprint");

        visitor.opensSale(room("LOTTERY", 0, later()).sale).buyButton("enter").click();
        assertThat(figure("place")).hasText("drawn at the opening");
        servesLottery(visitor, drawn);
        assertThat(figure("place")).hasText("9");
    }

    private static void servesLottery(Visitor visitor, String lottery) {
        serves(visitor, "\"mode\": \"LOTTERY\", \"entered\": 9, \"unclaimed\": 0, \"lottery\": {" + lottery + "}");
    }

    private static void serves(Visitor visitor, String board) {
        visitor.getsInstead("**/entry/serving", () -> """
                {%s, "serving": 0, "rate": 9, "state": "WAITING", "serverTime": "%s"}
                """.formatted(board, Instant.now()));
    }

    /** The example of docs/lottery.md, and the rule that every place has one owner. */
    @Tag("weekly")
    @Test
    void computesPlacesAsTheDocumentsSay() {
        visitor.opens("/");
        Object places = page.evaluate("""
                async () => {
                  const { place } = await import('/assets/entry/place.js');
                  const seed = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('');
                  const all = async (n) => Promise.all(Array.from({ length: n }, (_, i) => place(seed, n, i + 1)));
                  return [(await all(1)).join(), (await all(10)).join(), new Set(await all(500)).size].join(' ');
                }
                """);
        assertThat(places).isEqualTo("1 9,7,10,1,4,5,3,2,8,6 500");
    }

    @Test
    @Tag("weekly")
    void estimatesFromTheBoundToHalfAsLongAgainAsWasSeen() {
        visitor.opens("/");
        Object estimates = page.evaluate("""
                async () => {
                  const { Served, waitFor } = await import('/assets/entry/estimate.js');
                  const served = new Served();
                  const found = [waitFor(99, 10, 5), waitFor(99, 10, 50), waitFor(99, 10, null), waitFor(99, 10, 0)];
                  found.push(waitFor(99, 10, 5, 49)); // half of those before are nobody's
                  served.add(0, 0);
                  served.add(4000, 20);
                  const rates = [served.rate()];
                  served.add(10000, 50);
                  served.add(10000, 50); // the same answer out of the cache
                  rates.push(served.rate());
                  served.pause();
                  rates.push(served.rate());
                  for (const [at, place] of [[0, 0], [1000, 5], [2000, 2000], [12000, 2050]]) served.add(at, place, 5);
                  rates.push(served.rate()); // without what was passed over
                  return JSON.stringify([found, rates]);
                }
                """);
        assertThat(estimates)
                .isEqualTo("[[{\"from\":10,\"to\":30},{\"from\":10,\"to\":10},{\"from\":10,\"to\":null},"
                        + "{\"from\":10,\"to\":null},{\"from\":5,\"to\":30}],[null,5,null,5]]");
    }

    @Tag("weekly")
    @Test
    void saysAtMostWhereSomeOfTheNumbersAreNobodys() {
        TicketSale room = room("QUEUE", 5, later());
        room.enter(shop.user());
        serves(visitor, "\"mode\": \"QUEUE\", \"entered\": 2000, \"unclaimed\": 1997");
        visitor.opensSale(room.sale).buyButton("enter").waitFor();
        assertThat(page.locator(".room")).containsText("3 people are waiting.");
        visitor.buyButton("enter").click();
        assertThat(figure("ahead")).hasText("at most 1");
        assertThat(page.locator(".room")).containsText("They are passed over at once.");
        assertThat(page).hasTitle(Pattern.compile("^\\(≤ 1\\)"));
    }

    @Test
    @Tag("weekly")
    void hasOneNumberAndOnePurchaseInTwoTabs() {
        TicketSale room = saleThatIsTaken();
        visitor.opensSale(room.sale);
        Page other = visitor.context.newPage();
        other.navigate("/sales/" + room.sale);
        Locator otherButton = other.locator(".buy-box .button.big");
        assertThat(otherButton).hasText("Enter the waiting room");
        visitor.buyButton("enter").click();
        assertThat(figure(other, "number")).hasText("2");
        assertThat(figure("number")).hasText("2");

        shop.addStock(room.sale, 1);
        visitor.buyButton("buy").waitFor();
        assertThat(otherButton).hasText("Buy now");
        visitor.buys();
        assertThat(otherButton).hasText("You have one. To my order");
    }

    @Test
    @Tag("weekly")
    void survivesAReloadAndALineThatIsAwayForAWhile() {
        TicketSale room = saleThatIsTaken();
        try (TcpProxy line = RunningSystem.get().lineToTheGateway();
                Visitor remote = hasty(Visitor.arrivesBy("http://127.0.0.1:" + line.port()))) {
            remote.loggedIn(user).opensSale(room.sale).buyButton("enter").click();
            remote.buyButton("inLine").waitFor();
            remote.page.reload();
            assertThat(figure(remote.page, "number")).hasText("2");

            line.refuse();
            assertThat(remote.page.locator(".room")).containsText("The shop does not answer. You keep your number");
            shop.addStock(room.sale, 1);
            line.heal();
            remote.buyButton("buy").waitFor();
            assertThat(remote.page.locator(".room")).not().containsText("does not answer");

            remote.page.reload();
            remote.buys();
        }
    }

    @Test
    @Tag("weekly")
    void leadsThroughTheLogInToTheWaitingRoom() {
        TicketSale room = room("QUEUE", 5, later());
        Visitor stranger = arrives().opensSale(room.sale);
        Page page = stranger.page;
        assertThat(page.locator(".room")).containsText("Nobody is waiting.");
        stranger.buyButton("logInToEnter").click();
        page.locator("#username").fill(user.name());
        page.locator("#password").fill(Shop.PASSWORD);
        Visitor.clicksUntil(page.locator("form button.primary"), stranger.buyButton("enter"));
        stranger.buyButton("enter").click();
        assertThat(figure(page, "number")).hasText("1");
    }

    @Test
    @Tag("long")
    void handsOutTicketsWhereNobodyWaits() {
        TicketSale room = room("TICKET", 1, now());
        Visitor second = arrives().loggedIn(shop.user()).opensSale(room.sale);
        visitor.opensSale(room.sale).buyButton("getTicket").click();
        visitor.buyButton("buy").waitFor();
        second.buyButton("noneFree").waitFor();
        page.reload(); // the ticket is still there
        visitor.buys();

        shop.addStock(room.sale, 1);
        second.buyButton("getTicket").click();
        second.buyButton("buy").waitFor();
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({
        "turn-over, Your turn has passed",
        "ticket-expired, Your ticket has expired",
        "ticket-used, Your ticket was used",
    })
    void saysWhyItIsOver(String problem, String text) {
        TicketSale room = saleTakenBy(user);
        visitor.getsRefusal("**/entry/ticket", 403, problem);
        visitor.opensSale(room.sale).buyButton("over").waitFor();
        assertThat(visitor.alert()).containsText(text);
        assertThat(visitor.alert().getByRole(AriaRole.LINK).first()).hasText("See the other sales");
    }

    @Test
    @Tag("weekly")
    void seesATicketExpire() {
        TicketSale room = saleTakenBy(user);
        visitor.getsInstead("**/entry/ticket", () -> """
                {"ticket": "v1.x.y", "expiresAt": "%s"}""".formatted(Instant.now().plusSeconds(5)));
        visitor.opensSale(room.sale).buyButton("over").waitFor();
        assertThat(visitor.alert()).containsText("Your ticket has expired");
    }

    @Test
    @Tag("weekly")
    void losesTheTurnToTheNextOne() {
        TicketSale room = saleTakenBy(user);
        Shop.User next = shop.user();
        room.enter(next);
        RunningSystem.get().records.turns(room.sale).add(0, "1"); // has ended: the first shopper did not come
        awaitServing(room, 2);
        visitor.opensSale(room.sale).buyButton("over").waitFor();
        assertThat(visitor.alert()).containsText("Your turn has passed");
        arrives().loggedIn(next).opensSale(room.sale).buys();
    }

    @Tag("weekly")
    @Test
    void isSetUpAndWatchedInTheControlRoom() {
        String title = "To be waited for " + System.nanoTime();
        visitor.loggedIn(shop.admin()).opens("/control");
        Locator wrong = page.locator(".wrong .fault");
        page.locator(".title-row .button.primary").first().click();
        page.locator("input[name=title]").fill(title);
        page.locator("input[name=priceCents]").fill("19.99");
        page.locator("input[name=initialStock]").fill("1");
        page.locator("select[name='entry.mode']").selectOption("LOTTERY");
        saves();
        assertThat(wrong).containsText("A lottery opens in a minute at the earliest");
        page.locator("input[name=opensAt]").fill("2099-01-01T00:00");
        page.locator("select[name='entry.mode']").selectOption("QUEUE");
        page.locator("input[name='entry.rate']").fill("0");
        saves();
        assertThat(wrong).containsText("from 1 to 10,000");
        page.locator("input[name='entry.rate']").fill("7");
        assertThat(page.locator(".cost"))
                .containsText("about 0.5 s on average, 1 s at most"); // unless one chooses otherwise
        page.locator("select[name=preset]").selectOption("own");
        page.locator("input[name='entry.difficulty']").fill("99999999999");
        saves();
        assertThat(wrong).containsText("from 0 to 10,000,000");
        page.locator("input[name='entry.difficulty']").fill("50000");
        assertThat(page.locator(".cost")).containsText("about 0.25 s on average, 0.5 s at most");
        saves();

        visitor.having(".sale-row", title).getByText("Watch live").click();
        assertThat(page.locator(".entry-figures")).containsText("7 at most");
        assertThat(page.locator(".entry-figures .work")).containsText("50,000 hashes at most");
        button(page, "Edit").click();
        assertThat(page.locator("input[name='entry.difficulty']")).hasValue("50000");
        page.locator("select[name=preset]").selectOption("off");
        assertThat(page.locator(".cost")).containsText("Nobody computes anything");
        saves();
        assertThat(page.locator(".entry-figures .work")).hasText("No work before entering.");
        TicketSale room = new TicketSale(shop, Long.parseLong(page.url().replaceAll(".*/", "")));
        await().until(() -> room.serving().status() == 200);
        Shop.User shopper = shop.user();
        room.enter(shopper);
        assertThat(entryFigure("waiting")).hasText("1");
        assertThat(entryFigure("served")).hasText("0");
        button(page, "Open now").click();
        assertThat(entryFigure("served")).hasText("1");
        arrives().loggedIn(shopper).opensSale(room.sale).buys();
        assertThat(entryFigure("tickets")).hasText("1");
        assertThat(entryFigure("bought")).hasText("1");
        assertThat(entryFigure("waiting")).hasText("0");

        button(page, "Edit").click();
        // The sale has opened, so its mode is fixed.
        assertThat(page.locator("select[name='entry.mode']")).isDisabled();
        button(page, "End now").click();
        assertThat(page.locator(".inline-form")).containsText("it cannot be opened again");
        button(page, "Yes, end it").click();
        assertThat(button(page, "End now")).hasCount(0);
        assertThat(button(page, "Open again for a day")).hasCount(0);
    }

    private void saves() {
        page.locator(".sale-form .button.primary").click();
    }

    private Locator entryFigure(String name) {
        return page.locator(".entry-figures .number." + name + " strong");
    }

    /** On the page of a sale an administrator looks up what a shopper was told. */
    @Tag("weekly")
    @Test
    void showsAdministratorsWhoWasHeldUpAndWhy() {
        String reason = "Showed a proof that was wrong or too late";
        long sale = TicketSale.afterWork(shop, "QUEUE", 5, 1_000, later()).sale;
        assertThat(shop.call("POST", "/api/sales/" + sale + "/entry", user, "{\"proof\": \"e30=\"}")
                        .problem())
                .isEqualTo("proof-of-work-wrong");
        visitor.loggedIn(shop.admin()).opens("/control/sales/" + sale);
        Locator refusals = page.locator(".entry-refusals");
        assertThat(refusals.locator("tbody tr")).containsText(reason);
        String account = refusals.locator("tbody td").first().textContent();
        refusals.locator("input").fill("1" + account);
        assertThat(refusals).containsText("Nobody.");
        refusals.locator("input").fill(account);
        assertThat(refusals.locator("tbody tr")).containsText(reason);
    }

    @ParameterizedTest
    @Tag("weekly")
    @MethodSource("io.flashsale.system.browser.AppearanceIT#oppositeLooks")
    void isGoodEnoughToShow(Looks looks) {
        long queue = saleThatIsTaken().sale;
        Visitor visitor = hasty(Visitor.arrives(looks)).loggedIn(user);
        Page page = visitor.page;
        visitor.opensSale(room("LOTTERY", 0, later()).sale).buyButton("enter").click();
        visitor.buyButton("inLine").waitFor();
        page.locator(".lottery summary").click();
        visitor.inspects("waiting-lottery");

        visitor.opensSale(queue).buyButton("enter").waitFor();
        assertThat(visitor.buyButton("enter")).isInViewport();
        visitor.inspects("waiting-enter");
        visitor.buyButton("enter").click();
        visitor.buyButton("inLine").waitFor();
        visitor.inspects("waiting-in-line");
        shop.addStock(queue, 1);
        assertThat(visitor.buyButton("buy")).isInViewport();
        visitor.inspects("waiting-turn");
    }
}
