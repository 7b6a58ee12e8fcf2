package io.flashsale.system.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.flashsale.system.harness.Shop.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import io.flashsale.client.Answer;
import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.system.browser.Visitor.Looks;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.SystemRecords;
import io.flashsale.system.harness.TicketSale;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.client.codec.StringCodec;

/** Sales with a waiting room: entering, the shopper's number and place, their turn, and a missed turn. */
@ExtendWith(Chromium.class)
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
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

    private final Shop shop = RunningSystem.get().shop;

    /** Sales for {@link #saleThatIsTaken} that no test has used. */
    private final Queue<Long> taken = new ArrayDeque<>();

    /** When the making of these sales began; the turns in them begin later. */
    private Instant takenSince = Instant.EPOCH;

    /** The lottery that is drawn while other tests run. */
    private long lottery;

    private String seedHash = "";

    /** The participants of the lottery, in the order of their numbers. */
    private List<Shop.User> participants = List.of();

    @BeforeAll
    void beginALottery() {
        TicketSale room = TicketSale.of(shop, "LOTTERY", 0, 10, later());
        lottery = room.sale;
        seedHash = room.board().path("lottery").path("seedHash").asString();
        participants = shop.users(7);
        participants.forEach(room::enter);
        room.bringALotteryForward();
    }

    private static Visitor arrives() {
        return arrives(Looks.DESKTOP);
    }

    private static Visitor arrives(Looks looks) {
        return hasty(Visitor.arrives(looks));
    }

    private static Visitor hasty(Visitor visitor) {
        visitor.context.addInitScript(HASTEN);
        return visitor;
    }

    /** @param opensAt null for now */
    private long sale(String mode, int units, @Nullable Instant opensAt) {
        String opening = opensAt == null ? "" : ", \"opensAt\": \"" + opensAt + "\"";
        long id = shop.makeSale("""
                {"title": "A sale to wait for", "priceCents": 1999, "initialStock": %d, "entry": {"mode": "%s"}%s}
                """.formatted(units, mode, opening));
        await().atMost(SOON).until(() -> serving(id).status() == 200);
        return id;
    }

    private static Instant later() {
        return Instant.now().plusSeconds(3_600);
    }

    private void open(long sale) {
        Answer changed = shop.call(
                "PATCH",
                "/api/admin/sales/" + sale,
                shop.admin(),
                "{\"opensAt\": \"" + Instant.now().minusSeconds(5) + "\"}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    }

    private Answer serving(long sale) {
        return shop.call("GET", "/api/sales/" + sale + "/entry/serving", "", "");
    }

    private void awaitServing(long sale, long place) {
        await().atMost(SOON).until(() -> serving(sale).body().path("serving").asLong() >= place);
    }

    /** Enters by a script or another device. */
    private Answer enters(long sale, Shop.User user) {
        Answer entered = shop.call("POST", "/api/sales/" + sale + "/entry", user, "");
        assertThat(entered.status()).as(entered.text()).isEqualTo(200);
        return entered;
    }

    private long placeOf(long sale, Shop.User user) {
        return shop.call("GET", "/api/sales/" + sale + "/entry", user, "")
                .body()
                .path("place")
                .asLong();
    }

    /**
     * A sale whose single unit is reserved for another shopper's turn: nobody is served until stock is added.
     *
     * <p>Makes some in advance, because each waits for two rounds of the entrance, and several wait together. Leaves
     * them when half of the other shopper's turn may be over: the test needs the rest.
     */
    private long saleThatIsTaken() {
        if (Instant.now().isAfter(takenSince.plus(RunningSystem.TURN.dividedBy(2)))) {
            taken.clear();
        }
        if (taken.isEmpty()) {
            takenSince = Instant.now();
            taken.addAll(Shop.each(shop.users(TAKEN_TOGETHER), TAKEN_TOGETHER, this::saleTakenBy));
        }
        return taken.remove();
    }

    private long saleTakenBy(Shop.User other) {
        long sale = sale("QUEUE", 1, null);
        enters(sale, other);
        awaitServing(sale, 1);
        return sale;
    }

    private static Locator figure(Page page, String name) {
        return page.locator(".figures ." + name + " dd");
    }

    @Test
    void callsTheShopperWhoBuysWhenItIsTheTurn() {
        long sale = saleThatIsTaken();
        try (Visitor visitor = arrives().loggedIn(shop.users(1).getFirst())) {
            visitor.context.addInitScript(COUNT_TONES);
            visitor.opensSale(sale).buyButton("enter").click();
            visitor.buyButton("inLine").waitFor();
            assertThat(figure(visitor.page, "number")).hasText("2");
            assertThat(figure(visitor.page, "ahead")).hasText("nobody");
            assertThat(visitor.page.locator(".room")).containsText("you keep your place");
            assertThat(visitor.page.locator(".room")).containsText("You may close this page");
            assertThat(visitor.page.locator(".turn-length"))
                    .containsText("yours for " + RunningSystem.TURN.toMinutes() + " min");
            assertThat(visitor.page.locator(".sound")).hasAttribute("aria-checked", "true");

            shop.addStock(sale, 1);
            visitor.buyButton("buy").waitFor();
            assertThat(visitor.page).hasTitle(Pattern.compile("Your turn! A sale to wait for"));
            assertThat(visitor.alert()).containsText("It is your turn!");
            assertThat(figure(visitor.page, "time-left")).containsText(":");
            assertThat(visitor.page.evaluate("window.tones")).isEqualTo(3);

            visitor.buys();
            assertThat(visitor.page.locator(".room")).hasCount(0);
        }
    }

    /** With 100,000 shoppers waiting, each further request per shopper is 100,000 requests. */
    @Tag("long")
    @Test
    void asksForNothingButTheServingPlaceWhileItIsNobodysTurn() {
        long sale = sale("QUEUE", 1, later());
        List<String> asked = new ArrayList<>();
        try (Visitor visitor = arrives().loggedIn(shop.users(1).getFirst())) {
            visitor.opensSale(sale).buyButton("enter").waitFor();
            visitor.page.onRequest(request -> {
                if (request.url().contains("/api/")) {
                    asked.add(request.url().replaceFirst(".*/api/(sales/" + sale + ")?", ""));
                }
            });
            awaitAsked(visitor, asked, 8);
            assertThat(asked).as("before entering").containsOnly("/entry/serving");

            visitor.buyButton("enter").click();
            visitor.buyButton("inLine").waitFor();
            asked.clear();
            awaitAsked(visitor, asked, 16); // longer than the page left the sale alone before
            assertThat(asked).as("in line").containsOnly("/entry/serving");

            visitor.page.evaluate("window.hurry = 1"); // a shop that is asked too early gives the same answer
            asked.clear();
            shop.addStock(sale, 41);
            assertThat(visitor.page.locator(".stock")).containsText("42 pieces");
            assertThat(asked).as("of a change").filteredOn(""::equals).hasSizeBetween(1, 2);
        }
    }

    private static void awaitAsked(Visitor visitor, List<String> asked, int times) {
        await().pollInSameThread().atMost(SOON).until(() -> {
            visitor.page.evaluate("1"); // makes the driver report requests
            return asked.size() >= times;
        });
    }

    @Test
    @Tag("long")
    void staysSilentForWhoSwitchedTheSoundOff() {
        long sale = saleThatIsTaken();
        try (Visitor visitor = arrives().loggedIn(shop.users(1).getFirst())) {
            visitor.context.addInitScript(COUNT_TONES);
            visitor.opensSale(sale).buyButton("enter").click();
            visitor.page.locator(".sound").click();
            assertThat(visitor.page.locator(".sound")).hasAttribute("aria-checked", "false");
            shop.addStock(sale, 1);
            visitor.buyButton("buy").waitFor();
            assertThat(visitor.page.evaluate("window.tones")).isEqualTo(0);
        }
    }

    @Test
    @Tag("long")
    void canBeEnteredBeforeTheOpeningAndUsedWithTheKeyboardAlone() {
        long sale = sale("QUEUE", 5, later());
        try (Visitor visitor = arrives().loggedIn(shop.users(1).getFirst()).opensSale(sale)) {
            visitor.buyButton("enter").waitFor();
            visitor.buyButton("enter").focus();
            visitor.page.keyboard().press("Enter");
            visitor.buyButton("inLine").waitFor();
            assertThat(visitor.page.locator(".room .badge")).hasText("Before the opening");
            assertThat(figure(visitor.page, "number")).hasText("1");
            open(sale);
            // The focus stays on the single button, which has changed its state.
            assertThat(visitor.buyButton("buy")).isFocused();
            visitor.page.keyboard().press("Enter");
            visitor.buyButton("yours").waitFor();
        }
    }

    @Tag("long")
    @Test
    void showsBeforeTheOpeningOfALotteryThatItsPlacesWillBeDrawn() {
        try (Visitor visitor = arrives().loggedIn(shop.users(1).getFirst()).opensSale(sale("LOTTERY", 0, later()))) {
            visitor.buyButton("enter").click();
            assertThat(figure(visitor.page, "place")).hasText("drawn at the opening");
            visitor.page.locator(".lottery summary").click();
            assertThat(visitor.page.locator(".hash")).hasText(Pattern.compile("[0-9a-f]{64}"));
            assertThat(visitor.page.locator(".seed")).hasCount(0);
        }
    }

    /** Runs last, so that it need not wait for the draw, which takes at least a minute. */
    @Test
    @Tag("long")
    @Order(Integer.MAX_VALUE)
    void computesThePlacesOfALotteryAsTheShopDoes() {
        Shop.User user = participants.getLast();
        await().atMost(SOON.plus(TicketSale.LOTTERY_NOTICE)).until(() -> placeOf(lottery, user) > 0);
        try (Visitor visitor = arrives().loggedIn(user).opensSale(lottery)) {
            Page page = visitor.page;
            // As if the shopper had visited this page before the opening.
            page.evaluate(
                    "([name, hash]) => localStorage.setItem(name, hash)",
                    List.of("flash-sale.seed-hash." + lottery, seedHash));
            assertThat(figure(page, "place")).hasText(Long.toString(placeOf(lottery, user)));
            page.locator(".lottery summary").click();
            assertThat(page.locator(".hash")).hasText(seedHash);
            assertThat(page.locator(".seed")).hasText(Pattern.compile("[0-9a-f]{64}"));

            page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("Check any place"))
                    .click();
            assertThat(page.locator(".hash")).hasText(seedHash);
            assertThat(page.locator(".seal-verdict"))
                    .hasText("✓ The seed has the fingerprint that this browser saw before the opening.");
            for (int number = participants.size(); number > 0; number--) {
                long place = placeOf(lottery, participants.get(number - 1));
                assertThat(place).isBetween(1L, (long) participants.size());
                page.locator("#any-number").fill(Integer.toString(number));
                assertThat(page.locator(".result")).hasText("Number " + number + " has place " + place + ".");
            }
            page.locator("summary").click();
            assertThat(visitor.faultsIn("lottery-check")).isEmpty();
        }
    }

    /** A shop that replaces the seed could replace the published hash as well. */
    @Tag("long")
    @Test
    void believesOfALotteryOnlyWhatItSawBeforeTheOpening() {
        String seed = "00".repeat(32);
        String hash = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
        try (Visitor visitor = arrives()) {
            serves(visitor.page, "\"seedHash\": \"" + hash + "\", \"seed\": \"" + seed + "\", \"size\": 9");
            visitor.opens("/sales/1/lottery");
            assertThat(visitor.page.locator(".seal-verdict"))
                    .containsText("? The seed has the fingerprint that the shop shows");
            serves(visitor.page, "\"seedHash\": \"" + "ab".repeat(32) + "\"");
            visitor.opens("/sales/2/lottery");
            assertThat(visitor.page.locator(".hash")).hasText("ab".repeat(32));
            serves(visitor.page, "\"seedHash\": \"" + hash + "\", \"seed\": \"" + seed + "\", \"size\": 9");
            assertThat(visitor.page.locator(".seal-verdict")).containsText("✗ The seed does NOT have the fingerprint");
        }
    }

    private static void serves(Page page, String lottery) {
        page.route(
                "**/entry/serving",
                route -> route.fulfill(new FulfillOptions()
                        .setContentType("application/json")
                        .setBody(
                                "{\"mode\": \"LOTTERY\", \"entered\": 9, \"serving\": 0, \"unclaimed\": 0, \"rate\": 9,"
                                        + " \"state\": \"WAITING\", \"lottery\": {" + lottery + "}, \"serverTime\": \""
                                        + Instant.now() + "\"}")));
    }

    /** The example of docs/lottery.md, and the rule that every place has one owner. */
    @Tag("long")
    @Test
    void computesPlacesAsTheDocumentsSay() {
        try (Visitor visitor = arrives().opens("/")) {
            Object places = visitor.page.evaluate("""
                    async () => {
                      const { place } = await import('/assets/entry/place.js');
                      const seed = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('');
                      const all = async (n) => Promise.all(Array.from({ length: n }, (_, i) => place(seed, n, i + 1)));
                      return [(await all(1)).join(), (await all(10)).join(), new Set(await all(500)).size].join(' ');
                    }
                    """);
            assertThat(places).isEqualTo("1 9,7,10,1,4,5,3,2,8,6 500");
        }
    }

    @Test
    @Tag("long")
    void estimatesFromTheBoundToHalfAsLongAgainAsWasSeen() {
        try (Visitor visitor = arrives().opens("/")) {
            Object estimates = visitor.page.evaluate("""
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
    }

    @Tag("long")
    @Test
    void saysAtMostWhereSomeOfTheNumbersAreNobodys() {
        long sale = sale("QUEUE", 5, later());
        enters(sale, shop.users(1).getFirst());
        try (Visitor visitor = arrives().loggedIn(shop.users(1).getFirst())) {
            visitor.page.route(
                    "**/entry/serving",
                    route -> route.fulfill(new FulfillOptions()
                            .setContentType("application/json")
                            .setBody("{\"mode\": \"QUEUE\", \"entered\": 2000, \"serving\": 0, \"unclaimed\": 1997,"
                                    + " \"rate\": 9, \"state\": \"WAITING\", \"serverTime\": \"" + Instant.now()
                                    + "\"}")));
            visitor.opensSale(sale).buyButton("enter").waitFor();
            assertThat(visitor.page.locator(".room")).containsText("3 people are waiting.");
            visitor.buyButton("enter").click();
            assertThat(figure(visitor.page, "ahead")).hasText("at most 1");
            assertThat(visitor.page.locator(".room")).containsText("They are passed over at once.");
            assertThat(visitor.page).hasTitle(Pattern.compile("^\\(≤ 1\\)"));
        }
    }

    @Test
    @Tag("long")
    void hasOneNumberAndOnePurchaseInTwoTabs() {
        long sale = saleThatIsTaken();
        try (Visitor visitor = arrives().loggedIn(shop.users(1).getFirst()).opensSale(sale)) {
            Page other = visitor.context.newPage();
            other.navigate("/sales/" + sale);
            Locator otherButton = other.locator(".buy-box .button.big");
            assertThat(otherButton).hasText("Enter the waiting room");
            visitor.buyButton("enter").click();
            assertThat(figure(other, "number")).hasText("2");
            assertThat(figure(visitor.page, "number")).hasText("2");

            shop.addStock(sale, 1);
            visitor.buyButton("buy").waitFor();
            assertThat(otherButton).hasText("Buy now");
            visitor.buys();
            assertThat(otherButton).hasText("You have one. To my order");
        }
    }

    @Test
    @Tag("long")
    void survivesAReloadAndALineThatIsAwayForAWhile() {
        long sale = saleThatIsTaken();
        try (TcpProxy line = RunningSystem.get().lineToTheGateway();
                Visitor visitor = hasty(Visitor.arrivesBy("http://127.0.0.1:" + line.port(), Looks.DESKTOP))
                        .loggedIn(shop.users(1).getFirst())
                        .opensSale(sale)) {
            visitor.buyButton("enter").click();
            visitor.buyButton("inLine").waitFor();
            visitor.page.reload();
            assertThat(figure(visitor.page, "number")).hasText("2");

            line.refuse();
            assertThat(visitor.page.locator(".room")).containsText("The shop does not answer. You keep your number");
            shop.addStock(sale, 1);
            line.heal();
            visitor.buyButton("buy").waitFor();
            assertThat(visitor.page.locator(".room")).not().containsText("does not answer");

            visitor.page.reload();
            visitor.buys();
        }
    }

    @Test
    @Tag("long")
    void leadsThroughTheLogInToTheWaitingRoom() {
        long sale = sale("QUEUE", 5, later());
        Shop.User user = shop.users(1).getFirst();
        try (Visitor visitor = arrives().opensSale(sale)) {
            assertThat(visitor.page.locator(".room")).containsText("Nobody is waiting.");
            visitor.buyButton("logInToEnter").click();
            visitor.page.locator("#username").fill(user.name());
            visitor.page.locator("#password").fill(Shop.PASSWORD);
            visitor.page.locator("form button.primary").click();
            visitor.buyButton("enter").click();
            assertThat(figure(visitor.page, "number")).hasText("1");
        }
    }

    @Test
    @Tag("long")
    void handsOutTicketsWhereNobodyWaits() {
        long sale = sale("TICKET", 1, null);
        List<Shop.User> users = shop.users(2);
        try (Visitor first = arrives().loggedIn(users.getFirst()).opensSale(sale);
                Visitor second = arrives().loggedIn(users.getLast()).opensSale(sale)) {
            first.buyButton("getTicket").click();
            first.buyButton("buy").waitFor();
            second.buyButton("noneFree").waitFor();
            first.page.reload(); // the ticket is still there
            first.buys();

            shop.addStock(sale, 1);
            second.buyButton("getTicket").click();
            second.buyButton("buy").waitFor();
        }
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({
        "turn-over, Your turn has passed",
        "ticket-expired, Your ticket has expired",
        "ticket-used, Your ticket was used",
    })
    void saysWhyItIsOver(String problem, String text) {
        long sale = sale("QUEUE", 1, null);
        Shop.User user = shop.users(1).getFirst();
        enters(sale, user);
        awaitServing(sale, 1);
        try (Visitor visitor = arrives().loggedIn(user)) {
            visitor.page.route(
                    "**/entry/ticket",
                    route -> route.fulfill(new FulfillOptions()
                            .setStatus(403)
                            .setContentType("application/problem+json")
                            .setBody("{\"type\": \"/problems/" + problem + "\", \"status\": 403}")));
            visitor.opensSale(sale).buyButton("over").waitFor();
            assertThat(visitor.alert()).containsText(text);
            assertThat(visitor.alert().getByRole(AriaRole.LINK).first()).hasText("See the other sales");
        }
    }

    @Test
    @Tag("long")
    void seesATicketExpire() {
        long sale = sale("QUEUE", 1, null);
        Shop.User user = shop.users(1).getFirst();
        enters(sale, user);
        awaitServing(sale, 1);
        try (Visitor visitor = arrives().loggedIn(user)) {
            visitor.page.route(
                    "**/entry/ticket",
                    route -> route.fulfill(new FulfillOptions()
                            .setContentType("application/json")
                            .setBody("{\"ticket\": \"v1.x.y\", \"expiresAt\": \""
                                    + Instant.now().plusSeconds(5) + "\"}")));
            visitor.opensSale(sale).buyButton("buy").waitFor();
            visitor.buyButton("over").waitFor();
            assertThat(visitor.alert()).containsText("Your ticket has expired");
        }
    }

    @Test
    @Tag("long")
    void losesTheTurnToTheNextOne() {
        long sale = sale("QUEUE", 1, null);
        Shop.User late = shop.users(1).getFirst();
        enters(sale, late);
        Shop.User next = shop.users(1).getFirst();
        enters(sale, next);
        awaitServing(sale, 1);
        RunningSystem.get()
                .records
                .redis()
                .getScoredSortedSet(SystemRecords.key(sale) + ":entry:turns", StringCodec.INSTANCE)
                .add(0, "1"); // the turn has ended: the first shopper did not come
        awaitServing(sale, 2);
        try (Visitor visitor = arrives().loggedIn(late).opensSale(sale);
                Visitor other = arrives().loggedIn(next).opensSale(sale)) {
            visitor.buyButton("over").waitFor();
            assertThat(visitor.alert()).containsText("Your turn has passed");
            other.buys();
        }
    }

    @Tag("long")
    @Test
    void speaksChineseOnAPhone() {
        long sale = saleThatIsTaken();
        try (Visitor visitor = arrives(Looks.PHONE.in("zh-CN"))
                .loggedIn(shop.users(1).getFirst())
                .opensSale(sale)) {
            assertThat(visitor.page.locator(".room h2")).hasText("排队购买");
            assertThat(visitor.buyButton("enter")).isInViewport();
            visitor.buyButton("enter").click();
            assertThat(visitor.buyButton("inLine")).hasText("排队中");
            assertThat(figure(visitor.page, "number")).isInViewport();
            shop.addStock(sale, 1);
            assertThat(visitor.buyButton("buy")).isInViewport();
            assertThat(visitor.page).hasTitle(Pattern.compile("轮到您了"));
            visitor.buys();
        }
    }

    @Tag("long")
    @Test
    void isSetUpAndWatchedInTheControlRoom() {
        String title = "To be waited for " + System.nanoTime();
        try (Visitor visitor = arrives().loggedIn(shop.admin()).opens("/control")) {
            Page page = visitor.page;
            page.locator(".title-row .button.primary").first().click();
            page.locator("input[name=title]").fill(title);
            page.locator("input[name=priceCents]").fill("19.99");
            page.locator("input[name=initialStock]").fill("1");
            page.locator("select[name='entry.mode']").selectOption("LOTTERY");
            page.locator(".sale-form .button.primary").click();
            assertThat(page.locator(".wrong .fault")).containsText("A lottery opens in a minute at the earliest");
            page.locator("input[name=opensAt]").fill("2099-01-01T00:00");
            page.locator("select[name='entry.mode']").selectOption("QUEUE");
            page.locator("input[name='entry.rate']").fill("0");
            page.locator(".sale-form .button.primary").click();
            assertThat(page.locator(".wrong .fault")).containsText("from 1 to 10,000");
            page.locator("input[name='entry.rate']").fill("7");
            assertThat(page.locator(".cost")).hasText("Nobody computes anything.");
            page.locator("input[name='entry.difficulty']").fill("99999999999");
            assertThat(page.locator(".cost")).hasCount(0);
            page.locator(".sale-form .button.primary").click();
            assertThat(page.locator(".wrong .fault")).containsText("from 0 to 10,000,000");
            assertThat(page.locator("input[name='entry.difficulty']")).isFocused();
            page.locator("input[name='entry.difficulty']").fill("50000");
            assertThat(page.locator(".cost")).containsText("about 0.25 s on average, 0.5 s at most");
            page.locator(".sale-form .button.primary").click();

            Locator row = page.locator(".sale-row").filter(new Locator.FilterOptions().setHasText(title));
            assertThat(row).containsText("Waiting room");
            row.getByText("Watch live").click();
            assertThat(page.locator(".entry-figures")).containsText("7 at most");
            assertThat(page.locator(".entry-figures .work")).containsText("50,000 hashes at most");
            page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Edit"))
                    .click();
            assertThat(page.locator("input[name='entry.difficulty']")).hasValue("50000");
            page.locator("input[name='entry.difficulty']").fill("0");
            page.locator(".sale-form .button.primary").click();
            assertThat(page.locator(".entry-figures .work")).hasText("No work before entering.");
            long sale = Long.parseLong(page.url().replaceAll(".*/", ""));
            await().atMost(SOON).until(() -> serving(sale).status() == 200);
            Shop.User user = shop.users(1).getFirst();
            enters(sale, user);
            assertThat(page.locator(".entry-figures .number.waiting strong")).hasText("1");
            assertThat(page.locator(".entry-figures .number.served strong")).hasText("0");
            page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Open now"))
                    .click();
            assertThat(page.locator(".entry-figures .number.served strong")).hasText("1");
            try (Visitor shopper = arrives().loggedIn(user).opensSale(sale)) {
                shopper.buys();
            }
            assertThat(page.locator(".entry-figures .number.tickets strong")).hasText("1");
            assertThat(page.locator(".entry-figures .number.bought strong")).hasText("1");
            assertThat(page.locator(".entry-figures .number.waiting strong")).hasText("0");

            // The sale has opened, so its mode is fixed.
            page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Edit"))
                    .click();
            assertThat(page.locator("select[name='entry.mode']")).isDisabled();
            endsForGood(page);
        }
    }

    /** On the page of a sale an administrator looks up what a shopper was told. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"en, Showed a proof that was wrong or too late, Nobody.", "zh-CN, 出示的答案错误或过期, 没有。"})
    void showsAdministratorsWhoWasHeldUpAndWhy(String language, String reason, String nobody) {
        long sale = TicketSale.afterWork(shop, 5, 1_000, later()).sale;
        Shop.User user = shop.users(1).getFirst();
        assertThat(shop.call("POST", "/api/sales/" + sale + "/entry", user, "{\"proof\": \"e30=\"}")
                        .problem())
                .isEqualTo("proof-of-work-wrong");
        try (Visitor visitor =
                arrives(Looks.DESKTOP.in(language)).loggedIn(shop.admin()).opens("/control/sales/" + sale)) {
            Locator refusals = visitor.page.locator(".entry-refusals");
            assertThat(refusals.locator("tbody tr")).containsText(reason);
            String account = refusals.locator("tbody td").first().textContent();
            refusals.locator("input").fill("1" + account);
            assertThat(refusals).containsText(nobody);
            refusals.locator("input").fill(account);
            assertThat(refusals.locator("tbody tr")).containsText(reason);
        }
    }

    private static void endsForGood(Page page) {
        Locator end = page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("End now"));
        end.click();
        assertThat(page.locator(".inline-form")).containsText("it cannot be opened again");
        page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Yes, end it"))
                .click();
        assertThat(end).hasCount(0);
        assertThat(page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Open again for a day")))
                .hasCount(0);
    }

    @ParameterizedTest
    @Tag("long")
    @MethodSource("io.flashsale.system.browser.AppearanceIT#oppositeLooks")
    void isGoodEnoughToShow(Looks looks) {
        requireNoFaults(looks);
    }

    @Tag("chaos")
    @ParameterizedTest
    @MethodSource("io.flashsale.system.browser.AppearanceIT#otherLooks")
    void isGoodEnoughToShowInOtherLooks(Looks looks) {
        requireNoFaults(looks);
    }

    private void requireNoFaults(Looks looks) {
        long queue = saleThatIsTaken();
        long lottery = sale("LOTTERY", 0, later());
        List<String> faults = new ArrayList<>();
        try (Visitor visitor = arrives(looks).loggedIn(shop.users(1).getFirst())) {
            Page page = visitor.page;
            visitor.opensSale(lottery).buyButton("enter").click();
            visitor.buyButton("inLine").waitFor();
            page.locator(".lottery summary").click();
            faults.addAll(visitor.faultsIn("waiting-lottery"));

            visitor.opensSale(queue).buyButton("enter").waitFor();
            faults.addAll(visitor.faultsIn("waiting-enter"));
            visitor.buyButton("enter").click();
            visitor.buyButton("inLine").waitFor();
            faults.addAll(visitor.faultsIn("waiting-in-line"));
            shop.addStock(queue, 1);
            visitor.buyButton("buy").waitFor();
            faults.addAll(visitor.faultsIn("waiting-turn"));
        }
        assertThat(faults).isEmpty();
    }
}
