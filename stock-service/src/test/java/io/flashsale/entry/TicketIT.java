package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.StockGates;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.entry.redis.EntryKeys;
import io.flashsale.entry.ticket.EntrySigner;
import io.flashsale.entry.ticket.EntrySigner.Signed;
import io.flashsale.stock.PlacementDouble;
import io.flashsale.stock.StockTables;
import io.flashsale.stock.ledger.LedgerService;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.client.codec.StringCodec;
import org.springframework.beans.factory.annotation.Autowired;

/** Sales that ask for a purchase ticket, which each shopper gets while there are units. */
class TicketIT extends EntryFixture {

    private static final String TICKET = "{\"mode\": \"TICKET\"}";

    @Autowired
    private EntrySigner signer;

    @Autowired
    private PlacementDouble placement;

    @Autowired
    private LedgerService ledger;

    @Autowired
    private StockTables database;

    @Test
    void shouldShowHowASaleIsEntered() {
        assertThat(get("/api/sales/" + openSale(1))
                        .body()
                        .path("entry")
                        .path("mode")
                        .asString())
                .isEqualTo("OPEN");
        assertThat(get("/api/sales/" + sale(TICKET, 1, open()))
                        .body()
                        .path("entry")
                        .path("mode")
                        .asString())
                .isEqualTo("TICKET");
    }

    @Test
    void shouldSellToWhoeverHasATicketAndToNobodyElse() {
        long sale = sale(TICKET, 5, open());
        Answer without = reserve(sale, 7);
        assertThat(without.status()).isEqualTo(403);
        assertThat(without.problem()).isEqualTo("ticket-required");

        Instant before = Instant.now();
        Answer given = ticket(sale, 7);
        assertThat(Instant.parse(given.body().path("expiresAt").asString()))
                .isBetween(before.plusSeconds(119), Instant.now().plusSeconds(121));
        assertThat(reserve(sale, 8, ticketOf(given)).problem()).isEqualTo("ticket-not-yours");
        assertThat(reserve(sale, 7, ticketOf(given)).status()).isEqualTo(202);
        assertThat(reserve(sale, 7, ticketOf(given)).problem()).isEqualTo("already-purchased");
        assertThat(ticket(sale, 7).problem()).isEqualTo("ticket-used");
    }

    @Test
    void shouldRefuseTicketsOfOthersOfOtherSalesForgedAndExpiredOnes() {
        long sale = sale(TICKET, 5, open());
        long other = sale(TICKET, 5, open());
        Instant later = Instant.now().plusSeconds(600);
        assertThat(reserve(sale, 7, ticketOf(ticket(other, 7))).problem()).isEqualTo("ticket-invalid");
        assertThat(reserve(sale, 7, "v1.bm9uZQ.bm9uZQ").problem()).isEqualTo("ticket-invalid");
        Answer none = reserve(sale, 7, "x".repeat(1_000));
        assertThat(none.problem()).isEqualTo("ticket-invalid");
        assertThat(none.raw().headers().firstValue("X-Sale-State")).contains("BY_TICKET");
        assertThat(reserve(sale, 7, signer.pass(new Signed(sale, 7, 1, later))).problem())
                .isEqualTo("ticket-invalid");
        String expired = signer.ticket(new Signed(sale, 7, 1, Instant.now().minusMillis(1)));
        assertThat(reserve(sale, 7, expired).problem()).isEqualTo("ticket-expired");
        assertThat(reserve(sale, 7, signer.ticket(new Signed(sale, 7, 1, later)))
                        .status())
                .as("what is good for some minutes")
                .isEqualTo(202);
    }

    @Test
    void shouldTellEachOfAGroupWhatBecameOfHisTicket() {
        long sale = sale(TICKET, 5, open());
        long open = openSale(5);
        await().until(() -> gates.state(open).isPresent());
        String ticket = ticketOf(ticket(sale, 7));
        Answer answer = call(
                "POST",
                AdmissionCall.PATH,
                gateway(),
                json.writeValueAsString(new AdmissionCall(List.of(
                        new AdmissionCall.Line(sale, 7, "correlation-7", ticket),
                        new AdmissionCall.Line(sale, 8, "correlation-8", ticket),
                        new AdmissionCall.Line(sale, 9, "correlation-9"),
                        new AdmissionCall.Line(open, 7, "correlation-7", ticket),
                        new AdmissionCall.Line(open, 8, "correlation-8", "nonsense")))));
        List<Integer> statuses = new ArrayList<>();
        answer.body()
                .path("answers")
                .forEach(one -> statuses.add(one.path("status").asInt()));
        assertThat(statuses).as("an open sale does not look at it").containsExactly(202, 403, 403, 202, 202);
    }

    @Test
    void shouldGiveTheSameTicketAgainAndNeverASecondOne() {
        long sale = sale(TICKET, 5, open());
        Answer first = ticket(sale, 7);
        Answer again = ticket(sale, 7);
        assertThat(ticketOf(again)).isEqualTo(ticketOf(first));
        assertThat(reserve(sale, 7, ticketOf(first)).status()).isEqualTo(202);
        String order = reserve(sale, 7, ticketOf(first)).body().path("orderId").asString();
        gates.release(sale, List.of(new StockGates.Hold(7, Long.parseLong(order), true)));

        assertThat(reserve(sale, 7, ticketOf(first)).problem()).as("cancelled").isEqualTo("ticket-used");
        assertThat(ticket(sale, 7).problem()).isEqualTo("ticket-used");
    }

    @Test
    void shouldHaveEndedWhenATicketExpiredUnused() {
        long sale = sale(TICKET, 1, open());
        ticketOf(ticket(sale, 7));
        assertThat(ticket(sale, 8).problem()).as("the unit is meant for 7").isEqualTo("sold-out");

        expireTicketOf(sale, 7);

        assertThat(ticket(sale, 7).problem()).isEqualTo("ticket-expired");
        String ticket = ticketOf(ticket(sale, 8));
        assertThat(reserve(sale, 8, ticket).status()).isEqualTo(202);
    }

    /** Plays the passing of two minutes. */
    private void expireTicketOf(long sale, long user) {
        long number = numberOf(sale, user);
        EntryKeys keys = EntryKeys.of(sale);
        redis.getScoredSortedSet(keys.tickets(), StringCodec.INSTANCE).add(1, Long.toString(number));
        redis.<String, String>getMap(keys.issued(), StringCodec.INSTANCE).put(Long.toString(number), "0:1");
        database.execute("UPDATE entry SET ticket_expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE sale_id = "
                + sale + " AND user_id = " + user);
    }

    @Test
    void shouldIssueAnewWhatExpiredBeforeMySqlHadItAndSoNobodyGot() {
        long sale = sale(TICKET, 1, open());
        ticketOf(ticket(sale, 7));
        expireTicketOf(sale, 7);
        database.execute("UPDATE entry SET ticket_issued_at = NULL, ticket_expires_at = NULL WHERE sale_id = " + sale);

        String ticket = ticketOf(ticket(sale, 7));
        assertThat(ticket(sale, 8).problem()).as("the unit is meant for 7").isEqualTo("sold-out");
        assertThat(ticketOf(ticket(sale, 7))).isEqualTo(ticket);
        assertThat(reserve(sale, 7, ticket).status()).isEqualTo(202);
    }

    @Test
    void shouldNotIssueAnewWhereThereIsNoUnitAnyMore() {
        long sale = sale(TICKET, 1, open());
        ticketOf(ticket(sale, 7));
        expireTicketOf(sale, 7);
        database.execute("UPDATE entry SET ticket_issued_at = NULL, ticket_expires_at = NULL WHERE sale_id = " + sale);
        ticketOf(ticket(sale, 8));
        assertThat(ticket(sale, 7).problem()).isEqualTo("sold-out");
    }

    @Test
    void shouldPutTheNumberBackThatMySqlKnowsWhereRedisHasGivenAnother() {
        long sale = sale(TICKET, 5, open());
        database.execute("INSERT INTO entry (sale_id, user_id, number, entered_at) VALUES (" + sale
                + ", 7, 500, UTC_TIMESTAMP(3))");
        assertThat(ticket(sale, 7).problem()).isEqualTo("sale-warming-up");
        assertThat(reserve(sale, 7, ticketOf(ticket(sale, 7))).status()).isEqualTo(202);
        assertThat(numberOf(sale, 7)).isEqualTo(500);
    }

    @Test
    void shouldHaveAUnitForEachTicketThatIsOut() throws Exception {
        long sale = sale(TICKET, 20, open());
        List<Future<Answer>> crowd = new ArrayList<>();
        List<String> bought = new ArrayList<>();
        Set<String> refused = new HashSet<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (long user = 1; user <= 200; user++) {
                long each = user;
                crowd.add(threads.submit(() -> {
                    Answer given = ticket(sale, each);
                    return given.status() == 200 ? reserve(sale, each, ticketOf(given)) : given;
                }));
            }
            for (Future<Answer> one : crowd) {
                Answer answer = one.get();
                if (answer.status() == 202) {
                    bought.add(answer.body().path("orderId").asString());
                } else {
                    refused.add(answer.problem());
                }
            }
        }
        assertThat(bought).doesNotHaveDuplicates().hasSize(20);
        assertThat(refused).containsExactly("sold-out");
    }

    @Test
    void shouldGiveNoTicketsBeforeTheOpeningAndAfterTheEnd() {
        long sale = sale(TICKET, 5, Instant.now().plusSeconds(3_600));
        assertThat(ticket(sale, 7).problem()).isEqualTo("sale-not-open");
        assertThat(scripts.look(sale).orElseThrow().given()).isZero();
        setInGate(sale, "opensAt", "1000");
        setInGate(sale, "closesAt", "2000");
        assertThat(ticket(sale, 7).problem()).isEqualTo("sale-ended");
        assertThat(ticket(openSale(1), 7).problem()).isEqualTo("entry-not-needed");
        assertThat(ticket(999_999, 7).problem()).isEqualTo("sale-not-found");
        assertThat(call("POST", "/api/sales/" + sale + "/entry/ticket", "", "").problem())
                .isEqualTo("unauthenticated");
    }

    @Test
    void shouldPassTheNumberOnToTheQueueAlsoThroughTheOutbox() {
        long sale = sale(TICKET, 5, open());
        assertThat(reserve(sale, 7, ticketOf(ticket(sale, 7))).status()).isEqualTo(202);
        long number = numberOf(sale, 7);
        await().untilAsserted(() -> assertThat(placement.reservations(sale))
                .extracting(StockReserved::entryNumber)
                .contains(number));
    }

    @Test
    void shouldRememberAfterTheLossOfRedisWhichTicketsWereIssuedAndUsed() {
        long sale = sale(TICKET, 5, open());
        String used = ticketOf(ticket(sale, 7));
        String unused = ticketOf(ticket(sale, 8));
        String order = reserve(sale, 7, used).body().path("orderId").asString();
        placement.placeEverything();
        ledgerReleases(sale, Long.parseLong(order), 7);
        long given = givenUpTo(sale);

        forgetEverything(sale);
        placement.placeEverything(); // other tests left some, and no gate is rebuilt before they are placed
        await().until(() -> gates.state(sale).isPresent() && (scripts.look(sale).isPresent() || next(rounds)));

        assertThat(reserve(sale, 7, used).problem())
                .as("its order was cancelled")
                .isEqualTo("ticket-used");
        assertThat(ticketOf(ticket(sale, 8))).isEqualTo(unused);
        assertThat(reserve(sale, 8, unused).status()).isEqualTo(202);
        ticketOf(ticket(sale, 9));
        assertThat(numberOf(sale, 9)).as("a number that nobody can have had").isGreaterThan(given);
    }

    private void ledgerReleases(long sale, long order, long user) {
        ledger.release(sale, List.of(new OrderReleased(order, sale, user, Reason.CANCELLED)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"mode\": \"NONE\"}", "{\"mode\": 5}", "[]", "\"TICKET\""})
    void shouldRefuseAnEntryThatMakesNoSense(String entry) {
        Answer answer = call("POST", "/api/admin/sales", admin(), """
                {"title": "A sale", "priceCents": 100, "initialStock": 1, "entry": %s}""".formatted(entry));
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(400);
    }

    @Test
    void shouldStayOpenToEverybodyOnceSomebodyMayHaveBought() {
        long sale = openSale(5);
        assertThat(reserve(sale, 7).status()).isEqualTo(202);
        String path = "/api/admin/sales/" + sale;
        assertThat(call(
                                "PATCH",
                                path,
                                admin(),
                                "{\"opensAt\": \"" + Instant.now().plusSeconds(600) + "\"}")
                        .status())
                .isEqualTo(200);
        assertThat(call("PATCH", path, admin(), "{\"entry\": {\"mode\": \"QUEUE\"}}")
                        .problem())
                .isEqualTo("invalid-request");
    }

    @Test
    void shouldChangeTheModeUntilAMinuteBeforeTheOpening() {
        long later = sale(TICKET, 5, Instant.now().plusSeconds(3_600));
        String path = "/api/admin/sales/" + later;
        Answer opened = call("PATCH", path, admin(), "{\"entry\": {\"mode\": \"OPEN\"}}");
        assertThat(opened.status()).isEqualTo(200);
        assertThat(opened.body().path("entry").path("mode").asString()).isEqualTo("OPEN");
        call("PATCH", path, admin(), "{\"entry\": {\"mode\": \"TICKET\"}}");
        Answer sooner = call(
                "PATCH",
                path,
                admin(),
                "{\"entry\": {\"mode\": \"OPEN\"}, \"opensAt\": \""
                        + Instant.now().plusSeconds(30) + "\"}");
        assertThat(sooner.problem()).isEqualTo("invalid-request");
        call("PATCH", path, admin(), "{\"opensAt\": \"" + Instant.now().plusSeconds(30) + "\"}");
        assertThat(call("PATCH", path, admin(), "{\"entry\": {\"mode\": \"OPEN\"}}")
                        .problem())
                .isEqualTo("invalid-request");
        call("PATCH", path, admin(), "{\"opensAt\": \"" + open() + "\"}");
        await().untilAsserted(() -> assertThat(reserve(later, 7).problem()).isEqualTo("ticket-required"));
    }
}
