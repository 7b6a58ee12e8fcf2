package io.flashsale.entry;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.StockGates;
import io.flashsale.commons.testing.Together;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.order.OrderReleased.Reason;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.entry.EntrySigner.Signed;
import io.flashsale.entry.redis.EntryKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
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

    @Test
    void shouldSellOnceToWhoeverHasATicketAndToNobodyElse() {
        long sale = sale(TICKET, 5, open());
        Answer without = reserve(sale, 7);
        assertThat(without.status()).isEqualTo(403);
        assertThat(without.problem()).isEqualTo("ticket-required");

        Instant before = Instant.now();
        Answer given = ticket(sale, 7);
        assertThat(Instant.parse(given.body().path("expiresAt").asString()))
                .isBetween(before.plusSeconds(119), Instant.now().plusSeconds(121));
        String ticket = ticketOf(given);
        assertThat(ticketOf(ticket(sale, 7))).as("the same again").isEqualTo(ticket);
        assertThat(reserve(sale, 8, ticket).problem()).isEqualTo("ticket-not-yours");
        long order = reserved(sale, 7, ticket);
        assertThat(reserve(sale, 7, ticket).problem()).isEqualTo("already-purchased");
        assertThat(ticket(sale, 7).problem()).isEqualTo("ticket-used");

        gates.release(sale, List.of(new StockGates.Hold(7, order, true)));
        assertThat(reserve(sale, 7, ticket).problem()).as("cancelled").isEqualTo("ticket-used");
        assertThat(ticket(sale, 7).problem()).isEqualTo("ticket-used");
        gates.release(sale, List.of(new StockGates.Hold(7, order + 16, false)));
        assertThat(ticket(sale, 7).problem()).as("rejected is another order").isEqualTo("ticket-used");
    }

    @Test
    void shouldRefuseTicketsOfOtherSalesForgedAndExpiredOnes() {
        long sale = sale(TICKET, 5, open());
        long other = sale(TICKET, 5, open());
        Instant later = Instant.now().plusSeconds(600);
        for (String invalid :
                List.of(ticketOf(ticket(other, 7)), "x".repeat(1_000), signer.pass(new Signed(sale, 7, 1, later)))) {
            Answer refused = reserve(sale, 7, invalid);
            assertThat(refused.problem()).isEqualTo("ticket-invalid");
            assertThat(refused.raw().headers().firstValue("X-Sale-State")).contains("BY_TICKET");
        }
        String expired = signer.ticket(new Signed(sale, 7, 1, Instant.now().minusMillis(1)));
        assertThat(reserve(sale, 7, expired).problem()).isEqualTo("ticket-expired");
        reserved(sale, 7, signer.ticket(new Signed(sale, 7, 1, later)));
    }

    @Test
    void shouldTellEachOfAGroupWhatBecameOfHisTicket() {
        long sale = sale(TICKET, 5, open());
        long open = openSale(5);
        awaitGate(open);
        String ticket = ticketOf(ticket(sale, 7));
        Answer answer = admit(List.of(
                new AdmissionCall.Line(sale, 7, "correlation-7", ticket),
                new AdmissionCall.Line(sale, 8, "correlation-8", ticket),
                new AdmissionCall.Line(sale, 9, "correlation-9", null),
                new AdmissionCall.Line(open, 7, "correlation-7", ticket),
                new AdmissionCall.Line(open, 8, "correlation-8", "nonsense")));
        assertThat(answer.body().path("answers").findValuesAsString("status"))
                .as("an open sale does not look at it")
                .containsExactly("202", "403", "403", "202", "202");
    }

    @Test
    void shouldHaveEndedWhenATicketExpiredUnused() {
        long sale = sale(TICKET, 1, open());
        ticketOf(ticket(sale, 7));
        assertThat(ticket(sale, 8).problem()).as("the unit is meant for 7").isEqualTo("sold-out");

        expireTicketOf(sale, 7);

        assertThat(ticket(sale, 7).problem()).isEqualTo("ticket-expired");
        reserved(sale, 8, ticketOf(ticket(sale, 8)));
    }

    /** Plays the passing of two minutes. */
    private void expireTicketOf(long sale, long user) {
        long number = numberOf(sale, user);
        EntryKeys keys = EntryKeys.of(sale);
        redis.getScoredSortedSet(keys.tickets(), StringCodec.INSTANCE).add(1, Long.toString(number));
        Map<String, String> issued = redis.getMap(keys.issued(), StringCodec.INSTANCE);
        issued.computeIfPresent(
                Long.toString(number),
                (_, times) -> Arrays.stream(times.split(":"))
                        .map(time -> Long.toString(Long.parseLong(time) - 121_000))
                        .collect(joining(":")));
        database.execute("UPDATE entry SET ticket_issued_at = ticket_issued_at - INTERVAL 121 SECOND,"
                + " ticket_expires_at = ticket_expires_at - INTERVAL 121 SECOND WHERE sale_id = " + sale
                + " AND user_id = " + user);
    }

    /** MySQL did not have them before they expired, so nobody got them. */
    @Test
    void shouldIssueAnewWhatExpiredUnseenWhileThereAreUnits() {
        long sale = sale(TICKET, 2, open());
        for (long user : new long[] {7, 8}) {
            ticketOf(ticket(sale, user));
            expireTicketOf(sale, user);
        }
        database.execute("UPDATE entry SET ticket_issued_at = NULL, ticket_expires_at = NULL WHERE sale_id = " + sale);

        String ticket = ticketOf(ticket(sale, 7));
        ticketOf(ticket(sale, 9));
        assertThat(ticket(sale, 8).problem())
                .as("the units are meant for 7 and 9")
                .isEqualTo("sold-out");
        assertThat(ticketOf(ticket(sale, 7))).isEqualTo(ticket);
        reserved(sale, 7, ticket);
    }

    @Test
    void shouldPutTheNumberBackThatMySqlKnowsWhereRedisHasGivenAnother() {
        long sale = sale(TICKET, 5, open());
        database.execute("INSERT INTO entry (sale_id, user_id, number, entered_at) VALUES (" + sale
                + ", 7, 500, UTC_TIMESTAMP(3))");
        assertThat(ticket(sale, 7).problem()).isEqualTo("sale-warming-up");
        reserved(sale, 7, ticketOf(ticket(sale, 7)));
        assertThat(numberOf(sale, 7)).isEqualTo(500);
    }

    @Test
    void shouldHaveAUnitForEachTicketThatIsOut() {
        long sale = sale(TICKET, 20, open());
        List<Callable<Answer>> crowd = LongStream.rangeClosed(1, 200)
                .<Callable<Answer>>mapToObj(user -> () -> {
                    Answer given = ticket(sale, user);
                    return given.status() == 200 ? reserve(sale, user, ticketOf(given)) : given;
                })
                .toList();
        List<String> bought = new ArrayList<>();
        Set<String> refused = new HashSet<>();
        for (Answer answer : Together.run(crowd)) {
            if (answer.status() == 202) {
                bought.add(answer.body().path("orderId").asString());
            } else {
                refused.add(answer.problem());
            }
        }
        assertThat(bought).doesNotHaveDuplicates().hasSize(20);
        assertThat(refused).containsExactly("sold-out");
    }

    @Test
    void shouldGiveNoTicketsBeforeTheOpeningAndAfterTheEnd() {
        long sale = sale(TICKET, 5, later());
        assertThat(ticket(sale, 7).problem()).isEqualTo("sale-not-open");
        assertThat(scripts.look(sale).orElseThrow().given()).isZero();
        gate(sale).putAll(Map.of("opensAt", "1000", "closesAt", "2000"));
        assertThat(ticket(sale, 7).problem()).isEqualTo("sale-ended");
        assertThat(ticket(openSale(1), 7).problem()).isEqualTo("entry-not-needed");
        assertThat(ticket(999_999, 7).problem()).isEqualTo("sale-not-found");
        assertThat(call("POST", path(sale) + "/ticket", "", "").problem()).isEqualTo("unauthenticated");
    }

    @Test
    void shouldRememberAfterTheLossOfRedisWhichTicketsWereIssuedAndUsed() {
        long sale = sale(TICKET, 5, open());
        String used = ticketOf(ticket(sale, 7));
        String unused = ticketOf(ticket(sale, 8));
        String returned = ticketOf(ticket(sale, 6));
        long order = reserved(sale, 7, used);
        rejected(sale, reserved(sale, 6, returned), 6);
        placement.placeEverything();
        ledger.release(sale, List.of(new OrderReleased(order, sale, 7, Reason.CANCELLED)));
        assertThat(placement.reservations(sale))
                .extracting(StockReserved::entryNumber)
                .containsExactlyInAnyOrder(numberOf(sale, 7), numberOf(sale, 6));
        long given = givenUpTo(sale);

        forgetEverything(sale);
        awaitEntranceAnew(sale);

        assertThat(reserve(sale, 7, used).problem())
                .as("its order was cancelled")
                .isEqualTo("ticket-used");
        assertThat(ticketOf(ticket(sale, 8))).isEqualTo(unused);
        reserved(sale, 8, unused);
        reserved(sale, 6, ticketOf(ticket(sale, 6))); // its order was rejected
        ticketOf(ticket(sale, 9));
        assertThat(numberOf(sale, 9)).as("a number that nobody can have had").isGreaterThan(given);
    }

    /** After a fail-over Redis may have forgotten that a unit was sold. */
    @Test
    void shouldGiveTheTicketBackWhenRedisPromisedAUnitThatMySqlNeverHad() {
        long sale = sale(TICKET, 1, open());
        long order = reserved(sale, 7, ticketOf(ticket(sale, 7)));
        assertThat(ticket(sale, 7).problem()).isEqualTo("ticket-used");
        ledger.deduct(sale, List.of(new Deduct.Line(order + 16, 99, 100, 1)));
        assertThat(database.available(sale)).isZero();
        expireTicketOf(sale, 7);

        Instant before = Instant.now();
        rejected(sale, order, 7);
        rejected(sale, order, 7); // messages come again

        Answer given = ticket(sale, 7);
        assertThat(Instant.parse(given.body().path("expiresAt").asString()))
                .as("as long again, though its time was over")
                .isBetween(before.plusSeconds(119), Instant.now().plusSeconds(121));
        String anew = ticketOf(given);
        rejected(sale, order, 7);
        assertThat(ticketOf(ticket(sale, 7))).as("no further life").isEqualTo(anew);
        addStock(sale, 1);
        await().until(() -> gates.state(sale).orElseThrow().remaining() == 1);
        assertThat(ticket(sale, 8).problem()).as("the unit is meant for 7").isEqualTo("sold-out");
        reserved(sale, 7, anew);
        rejected(sale, order, 7); // of the order before
        assertThat(ticket(sale, 7).problem()).isEqualTo("ticket-used");
    }

    @Test
    void shouldLetATicketThatCameBackExpireAsAnyOther() {
        long sale = sale(TICKET, 2, open());
        rejected(sale, reserved(sale, 7, ticketOf(ticket(sale, 7))), 7);
        ticketOf(ticket(sale, 7));
        expireTicketOf(sale, 7);
        assertThat(ticket(sale, 7).problem()).isEqualTo("ticket-expired");
        reserved(sale, 8, ticketOf(ticket(sale, 8)));
    }

    /** Redis was lost while the order waited for its rejection, and MySQL never had a unit for it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldIssueAnewATicketOfARejectedOrderThatRedisHasForgotten(boolean isExpired) {
        long sale = sale(TICKET, 2, open());
        String before = ticketOf(ticket(sale, 7));
        long order = reserved(sale, 7, before);
        EntryKeys keys = EntryKeys.of(sale);
        String number = Long.toString(numberOf(sale, 7));
        redis.getMap(keys.used(), StringCodec.INSTANCE).remove(number);
        redis.getScoredSortedSet(keys.tickets(), StringCodec.INSTANCE).add(Long.MAX_VALUE, number);
        if (isExpired) {
            expireTicketOf(sale, 7);
            assertThat(ticket(sale, 7).problem()).isEqualTo("ticket-expired");
        } else {
            assertThat(ticketOf(ticket(sale, 7))).isEqualTo(before);
        }

        rejected(sale, order, 7);
        String anew = ticketOf(ticket(sale, 7));
        assertThat(ticket(sale, 8).problem()).as("the unit is meant for 7").isEqualTo("sold-out");
        reserved(sale, 7, anew);
    }

    /** An order at a wrong price is deducted, and keeps its unit until an administrator decides. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveTheTicketBackOfAnOrderThatAnAdministratorRejects(boolean isRebuilt) {
        long sale = sale(TICKET, 1, open());
        String ticket = ticketOf(ticket(sale, 7));
        long order = reserved(sale, 7, ticket);
        ledger.deduct(sale, List.of(new Deduct.Line(order, 7, 99, 1)));
        assertThat(database.available(sale)).isZero();
        expireTicketOf(sale, 7);

        kafka.send(
                        OrderReleased.TOPIC,
                        Long.toString(sale),
                        json.writeValueAsBytes(new OrderReleased(order, sale, 7, Reason.REJECTED_BY_ADMINISTRATOR)))
                .join();
        await().until(() -> gates.state(sale).orElseThrow().remaining() == 1);
        if (isRebuilt) {
            forgetEverything(sale);
            awaitEntranceAnew(sale);
        }

        assertThat(ticket(sale, 8).problem()).as("the unit is meant for 7").isEqualTo("sold-out");
        String anew = ticketOf(ticket(sale, 7));
        assertThat(anew).isNotEqualTo(ticket);
        reserved(sale, 7, anew);
        assertThat(ticket(sale, 7).problem()).isEqualTo("ticket-used");
    }

    /** Does what a message does that says so. */
    private void rejected(long sale, long order, long user) {
        ledger.release(sale, List.of(new OrderReleased(order, sale, user, Reason.INSUFFICIENT_STOCK)));
        gates.release(sale, List.of(new StockGates.Hold(user, order, false)));
    }

    @Test
    void shouldStayOpenToEverybodyOnceSomebodyMayHaveBought() {
        long sale = openSale(5);
        reserved(sale, 7);
        assertThat(moveOpening(sale, 600).status()).isEqualTo(200);
        assertThat(changeMode(sale, "QUEUE").problem()).isEqualTo("invalid-request");
    }

    private Answer moveOpening(long sale, int seconds) {
        return change(sale, "\"opensAt\": \"" + Instant.now().plusSeconds(seconds) + "\"");
    }

    @Test
    void shouldChangeTheModeUntilAMinuteBeforeTheOpening() {
        long later = sale(TICKET, 5, later());
        assertThat(changeMode(later, "OPEN").body().at("/entry/mode").asString())
                .isEqualTo("OPEN");
        changeMode(later, "TICKET");
        String sooner = "\"entry\": {\"mode\": \"OPEN\"}, \"opensAt\": \""
                + Instant.now().plusSeconds(30) + "\"";
        assertThat(change(later, sooner).problem()).isEqualTo("invalid-request");
        moveOpening(later, 30);
        assertThat(changeMode(later, "OPEN").problem()).isEqualTo("invalid-request");
        moveOpening(later, -60);
        await().untilAsserted(() -> assertThat(reserve(later, 7).problem()).isEqualTo("ticket-required"));
    }

    private Answer figures(long sale, String token) {
        return call("GET", "/api/admin/sales/" + sale + "/entry", token, "");
    }

    @Test
    @Tag("long")
    void shouldCountForAdministratorsWhoGotATicketWhoBoughtAndWhoLetItLapse() {
        long sale = sale(TICKET, 5, open());
        assertThat(figures(sale, admin()).body().path("entered").asLong()).isZero();
        String used = ticketOf(ticket(sale, 7));
        ticketOf(ticket(sale, 8));
        ticketOf(ticket(sale, 9));
        reserved(sale, 7, used);
        placement.placeEverything();
        // The tickets of 7, who has bought, and of 8, who has not, expire; 9 may still buy.
        expireTicketOf(sale, 7);
        expireTicketOf(sale, 8);

        Map<String, Long> expected = Map.of("entered", 3L, "tickets", 3L, "bought", 1L, "givenBack", 0L, "lapsed", 1L);
        await().untilAsserted(() -> assertThat(expected)
                .allSatisfy((figure, value) -> assertThat(
                                figures(sale, admin()).body().path(figure).asLong())
                        .as(figure)
                        .isEqualTo(value)));
        assertThat(figures(sale, shopper(7)).status()).isEqualTo(403);
        assertThat(figures(999_999, admin()).problem()).isEqualTo("sale-not-found");
    }
}
