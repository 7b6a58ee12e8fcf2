package io.flashsale.controlroom.crowd;

import static io.flashsale.commons.testing.LocalHttpServer.answer;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.flashsale.client.entry.Challenge;
import io.flashsale.client.entry.Entered;
import io.flashsale.client.entry.EntryMode;
import io.flashsale.client.entry.Lottery;
import io.flashsale.client.entry.Ticket;
import io.flashsale.client.entry.WaitingRoomStatus;
import io.flashsale.client.order.Order;
import io.flashsale.client.order.OrderStatus;
import io.flashsale.client.sale.CampaignState;
import io.flashsale.contracts.problem.ProblemType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Crowds of people and scripts. The first accounts are the scripts'. */
@Tag("long")
class ScriptedCrowdIT extends CrowdFixture {

    /** How long before the opening a crowd arrives, in seconds. Slow machines need the longer times. */
    private static final int[] LEADS = {4, 30, 120};

    private static final int SHOPPERS = 60;
    private static final int SCRIPTS = 20;
    private static final int UNITS = 30;
    private static final Lottery DRAWN = new Lottery("hash", "00".repeat(32), (long) SHOPPERS);

    private final AtomicInteger sold = new AtomicInteger();
    private final Set<String> buyers = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
    private final AtomicInteger served = new AtomicInteger();
    private final Set<String> states = new HashSet<>();
    private final Queue<Instant> challenged = new ConcurrentLinkedQueue<>();
    private final Queue<Instant> wished = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void openTheShop() {
        SHOP.makes(SHOPPERS);
        for (int id = 0; id < SHOPPERS; id++) {
            Order paid = new Order(id, OrderStatus.PAID);
            SHOP.on("/api/orders/" + id + "/payment", exchange -> answer(exchange, paid));
        }
    }

    private static String who(HttpExchange exchange) {
        return exchange.getRequestHeaders().getFirst("Authorization").substring("Bearer ".length());
    }

    private static JsonNode bodyOf(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        return JsonMapper.shared().readTree(body.length == 0 ? "{}".getBytes(StandardCharsets.UTF_8) : body);
    }

    private void offers(EntryMode mode, long difficulty, int units) {
        offer(Instant.now(), () -> sold.get() < units ? CampaignState.OPEN : CampaignState.SOLD_OUT, mode, difficulty);
        SHOP.on(SALE + "/reservations", exchange -> sell(exchange, units, mode != EntryMode.OPEN));
    }

    private void sell(HttpExchange exchange, int units, boolean asksForTickets) throws IOException {
        String ticket = exchange.getRequestHeaders().getFirst("Purchase-Ticket");
        if (asksForTickets && ticket == null) {
            answer(exchange, ProblemType.TICKET_REQUIRED);
        } else if (asksForTickets && !ticket.equals("ticket of " + who(exchange))) {
            answer(exchange, ProblemType.TICKET_NOT_YOURS);
        } else if (!buyers.add(who(exchange))) {
            answer(exchange, ProblemType.ALREADY_PURCHASED);
        } else if (sold.getAndIncrement() < units) {
            accept(exchange, Long.parseLong(who(exchange)));
        } else {
            answer(exchange, ProblemType.SOLD_OUT);
        }
    }

    private static void handOut(HttpExchange exchange) throws IOException {
        answer(exchange, new Ticket("ticket of " + who(exchange)));
    }

    private Answer send(String scripts) {
        return call(
                "POST",
                CROWDS,
                admin(),
                "{\"saleId\": \"7\", \"shoppers\": %d, \"scripts\": %s}".formatted(SHOPPERS, scripts));
    }

    private JsonNode endOf(String scripts) {
        Answer sent = send(scripts);
        assertThat(sent.status()).as(sent.body().toString()).isEqualTo(202);
        JsonNode crowd = ended(sent.body().path("id").asString());
        assertThat(crowd.path("state").asString()).as(crowd.toString()).isEqualTo("DONE");
        assertThat(crowd.path("answered").asInt()).isEqualTo(SHOPPERS);
        assertThat(crowd.at("/scripts/shoppers").asInt()).isEqualTo(SCRIPTS);
        assertThat(crowd.at("/people/shoppers").asInt()).isEqualTo(SHOPPERS - SCRIPTS);
        return crowd;
    }

    @Override
    JsonNode view(String id) {
        JsonNode view = super.view(id);
        states.add(view.path("state").asString());
        return view;
    }

    private static String scripts(int clicks, boolean work) {
        return "{\"percent\": 33, \"clicks\": %d, \"proofOfWork\": %s}".formatted(clicks, work);
    }

    @Test
    void shouldCountPeopleWhoPayAndScriptsThatOnlyClick() {
        offers(EntryMode.OPEN, 0, SHOPPERS);

        JsonNode crowd = endOf(scripts(4, false));

        assertThat(crowd.path("mode").asString()).isEqualTo("OPEN");
        assertThat(crowd.at("/people/clicks").asInt()).isEqualTo(SHOPPERS - SCRIPTS);
        assertThat(crowd.at("/people/units").asInt()).isEqualTo(SHOPPERS - SCRIPTS);
        assertThat(crowd.at("/people/paid").asInt()).isEqualTo(SHOPPERS - SCRIPTS);
        assertThat(crowd.at("/people/refusals")).isEmpty();
        assertThat(crowd.at("/scripts/clicks").asInt()).isEqualTo(4 * SCRIPTS);
        assertThat(crowd.at("/scripts/units").asInt()).isEqualTo(SCRIPTS);
        assertThat(crowd.at("/scripts/paid").asInt()).isZero();
        assertThat(crowd.at("/scripts/refusals/already-purchased").asInt()).isEqualTo(3 * SCRIPTS);
        assertThat(crowd.path("requests").asInt()).isEqualTo(SHOPPERS + 3 * SCRIPTS);
        assertThat(crowd.at("/answers/accepted").asInt()).isEqualTo(SHOPPERS);
    }

    @Test
    void shouldLetScriptsInThatDoTheWorkAndDoItAgainWhereTheProofIsNotGoodAnyMore() {
        asksForWorkBeforeATicket(1);

        JsonNode crowd = endOf(scripts(3, true));

        assertThat(crowd.path("scriptsWork").asBoolean()).isTrue();
        assertThat(crowd.at("/people/refusals/proof-of-work-wrong").asInt()).isEqualTo(SHOPPERS - SCRIPTS);
        assertThat(crowd.at("/people/units").asInt()).isEqualTo(SHOPPERS - SCRIPTS);
        assertThat(crowd.at("/scripts/units").asInt()).isEqualTo(SCRIPTS);
    }

    /** @param refused number of refused proofs per account */
    private void asksForWorkBeforeATicket(int refused) {
        Map<String, Integer> shown = new ConcurrentHashMap<>();
        offers(EntryMode.TICKET, 1_000, SHOPPERS);
        SHOP.on(SALE + "/entry/proof", exchange -> {
            challenged.add(Instant.now());
            String salt = "salt of " + who(exchange) + "&";
            answer(exchange, new Challenge(true, "SHA-256", sha256(salt + "700"), salt, 1_000L, "signed"));
        });
        SHOP.on(SALE + "/entry/ticket", exchange -> {
            wished.add(Instant.now());
            if (bodyOf(exchange).path("proof").asString("").isEmpty()) {
                answer(exchange, ProblemType.PROOF_OF_WORK_REQUIRED);
            } else if (shown.merge(who(exchange), 1, Integer::sum) <= refused) {
                answer(exchange, ProblemType.PROOF_OF_WORK_WRONG);
            } else {
                handOut(exchange);
            }
        });
    }

    private static String sha256(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Test
    void shouldWaitForTheirTurnAndGoHomeWhenAllIsSold() {
        hasAWaitingRoom(EntryMode.QUEUE, null);

        JsonNode crowd = endOf(scripts(2, false));

        assertThat(crowd.at("/people/units").asInt()
                        + crowd.at("/scripts/units").asInt())
                .isEqualTo(UNITS);
        assertThat(crowd.at("/people/paid").asInt())
                .isEqualTo(crowd.at("/people/units").asInt());
        assertThat(crowd.at("/answers/not-served").asInt()).isEqualTo(SHOPPERS - UNITS);
        assertThat(crowd.at("/scripts/refusals/not-your-turn").asInt()).isPositive();
        assertThat(crowd.at("/scripts/refusals/ticket-not-yours").asInt())
                .as("tickets of other accounts of the operator")
                .isPositive();
        assertThat(buyers)
                .allSatisfy(buyer -> assertThat(numbers.getOrDefault(buyer, Integer.MAX_VALUE))
                        .isLessThanOrEqualTo(UNITS));
    }

    @Test
    void shouldTakeTheTurnsThatALotteryHasDrawn() {
        hasAWaitingRoom(EntryMode.LOTTERY, DRAWN);

        JsonNode crowd = endOf(scripts(1, false));

        assertThat(crowd.at("/people/units").asInt()
                        + crowd.at("/scripts/units").asInt())
                .isEqualTo(UNITS);
        assertThat(buyers)
                .allSatisfy(buyer -> assertThat(DRAWN.placeOf(numbers.getOrDefault(buyer, Integer.MAX_VALUE)))
                        .isLessThanOrEqualTo(UNITS));
    }

    /** Serves no shopper until all have entered, then five more with each poll. */
    private void hasAWaitingRoom(EntryMode mode, @Nullable Lottery lottery) {
        offers(mode, 0, UNITS);
        AtomicInteger given = new AtomicInteger();
        SHOP.on(SALE + "/entry", exchange -> {
            int number = numbers.computeIfAbsent(who(exchange), ignored -> given.incrementAndGet());
            answer(exchange, new Entered(number, Integer.toString(number)));
        });
        SHOP.on(SALE + "/entry/serving", exchange -> {
            if (numbers.size() == SHOPPERS && served.get() < UNITS) {
                served.addAndGet(5);
            }
            WaitingRoomStatus.State state =
                    served.get() < UNITS ? WaitingRoomStatus.State.SERVING : WaitingRoomStatus.State.PAUSED;
            answer(exchange, new WaitingRoomStatus(mode, numbers.size(), served.get(), state, lottery));
        });
        SHOP.on(SALE + "/entry/ticket", exchange -> {
            long number = bodyOf(exchange).path("pass").asLong();
            if ((lottery == null ? number : lottery.placeOf(number)) > served.get()) {
                answer(exchange, ProblemType.NOT_YOUR_TURN);
            } else {
                handOut(exchange);
            }
        });
    }

    @Test
    void shouldWaitForTheOpening() {
        assertThat(IntStream.of(LEADS).anyMatch(this::isSeenToWait)).isTrue();
    }

    private boolean isSeenToWait(int lead) {
        forgetEverything();
        Instant opensAt = Instant.now().plusSeconds(lead);
        AtomicLong early = new AtomicLong();
        offer(opensAt, () -> CampaignState.UPCOMING, EntryMode.OPEN, 0);
        SHOP.on(SALE + "/reservations", exchange -> {
            early.addAndGet(Instant.now().isBefore(opensAt.minusMillis(50)) ? 1 : 0);
            sell(exchange, SHOPPERS, false);
        });

        JsonNode crowd = endOf(scripts(1, false));

        assertThat(early).hasValue(0);
        assertThat(crowd.at("/answers/accepted").asInt()).isEqualTo(SHOPPERS);
        return states.contains("WAITING");
    }

    private void forgetEverything() {
        sold.set(0);
        buyers.clear();
        states.clear();
        challenged.clear();
        wished.clear();
    }

    /** Behaves as the page does: a shopper who began the work at the opening would come after the scripts. */
    @Test
    void shouldDoTheWorkBeforeTheOpeningAndAskForTheTicketAfterIt() {
        assertThat(IntStream.of(LEADS).anyMatch(this::worksBeforeTheOpening)).isTrue();
    }

    private boolean worksBeforeTheOpening(int lead) {
        forgetEverything();
        Instant opensAt = Instant.now().plusSeconds(lead);
        asksForWorkBeforeATicket(0);
        offer(opensAt, () -> CampaignState.UPCOMING, EntryMode.TICKET, 1_000);

        JsonNode crowd = endOf(scripts(4, true));

        assertThat(crowd.at("/people/units").asInt()).isEqualTo(SHOPPERS - SCRIPTS);
        assertThat(wished)
                .hasSizeGreaterThanOrEqualTo(SHOPPERS)
                .allSatisfy(at -> assertThat(at).isAfter(opensAt.minusMillis(50)));
        assertThat(challenged).hasSize(SHOPPERS);
        return challenged.stream().allMatch(at -> at.isBefore(opensAt));
    }

    @Test
    void shouldNotWaitLongForAWaitingRoom() {
        offer(Instant.parse("2099-01-01T00:00:00Z"), () -> CampaignState.UPCOMING, EntryMode.QUEUE, 0);

        Answer refused = send(scripts(1, false));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.problem()).isEqualTo("sale-not-open");
        assertThat(refused.body().path("detail").asString()).contains("five minutes");
    }

    @Test
    void shouldBeBounded() {
        offer(Instant.now(), () -> CampaignState.OPEN, EntryMode.QUEUE, 10_000_000);
        for (String scripts : new String[] {
            "{\"percent\": -1}",
            "{\"percent\": 101}",
            "{\"clicks\": 1}",
            "{\"percent\": 10, \"clicks\": 0}",
            "{\"percent\": 10, \"clicks\": 101}",
            "{\"percent\": \"many\"}",
            "7"
        }) {
            Answer refused = send(scripts);
            assertThat(refused.status()).as(scripts).isEqualTo(400);
            assertThat(refused.problem()).isEqualTo("invalid-request");
        }
        assertThat(send("{\"percent\": 101}").body().path("detail").asString()).startsWith("scripts.percent");

        Answer tooMuchWork = send("{\"percent\": 10}");
        assertThat(tooMuchWork.status()).isEqualTo(400);
        assertThat(tooMuchWork.body().path("detail").asString()).contains("hashes", "entry.difficulty");
    }
}
