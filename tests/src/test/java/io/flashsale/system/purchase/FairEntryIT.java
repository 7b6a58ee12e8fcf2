package io.flashsale.system.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.Accepted;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.TicketSale;
import io.flashsale.system.harness.TicketSale.Entered;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Sales that ask for tickets, on the running system: only shoppers with the right to buy can buy. */
@Tag("long")
class FairEntryIT {

    private static final int UNITS = 500;
    private static final int SHOPPERS = 5_000;
    private static final int CONNECTIONS = 32;

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;

    @TempDir
    private Path folder;

    /** Places do not depend on numbers; a fair lottery fails this about once in a million runs, see {@link Spread}. */
    @Test
    @Tag("weekly")
    void shouldSellToTheFirstPlacesOfALotteryThatAnybodyCanCheck() throws Exception {
        List<User> users = shop.crowd(SHOPPERS);
        TicketSale room =
                TicketSale.of(shop, "LOTTERY", UNITS, 1_000, Instant.now().plusSeconds(7_200));
        List<Entered> entered = room.enter(users, CONNECTIONS);
        assertThat(entered.stream().map(Entered::number))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, SHOPPERS).boxed().toList());
        JsonNode before = room.board();
        assertThat(before.path("state").asString()).isEqualTo("WAITING");

        room.openLottery(system.records);
        await().until(() -> room.board().path("serving").asLong() >= UNITS);
        JsonNode lottery = room.board().path("lottery");
        String seed = lottery.path("seed").asString();
        assertThat(sha256(seed))
                .isEqualTo(before.path("lottery").path("seedHash").asString());
        assertThat(lottery.path("size").asLong()).isEqualTo(SHOPPERS);

        List<Long> places = DocumentedProgram.places(folder, seed, SHOPPERS);
        Map<Long, Entered> atPlace = new ConcurrentHashMap<>();
        entered.forEach(who -> atPlace.put(places.get((int) who.number() - 1), who));
        assertThat(atPlace).as("each place is one shopper's").hasSize(SHOPPERS);

        List<Entered> first = places(atPlace, 1, UNITS);
        Map<String, String> orders = buy(room, first);
        requireNoTicket(room, places(atPlace, UNITS + 1, 3 * UNITS));
        assertThat(room.board().path("serving").asLong()).isEqualTo(UNITS);
        assertThat(system.records.ticketsIssued(room.sale)).isEqualTo(UNITS);
        requireAllInvariants(room.sale, UNITS, orders);
        assertThat(system.records.shoppersOfOrders(room.sale)).isEqualTo(orders);
        assertThat(Spread.chiSquare(places)).isLessThan(Spread.LIMIT);
    }

    private static List<Entered> places(Map<Long, Entered> atPlace, long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(atPlace::get).toList();
    }

    /** Buys with each ticket and returns the owner of each order; a second ticket must be refused. */
    private static Map<String, String> buy(TicketSale room, List<Entered> first) {
        Map<String, String> orders = new ConcurrentHashMap<>();
        Shop.each(first, CONNECTIONS, who -> {
            String ticket = room.ticketInTurn(who);
            Answer bought = room.reserve(who.user(), ticket);
            assertThat(bought.orderId()).as(bought.text()).isNotEmpty();
            assertThat(room.ticket(who.user(), who.pass()).problem()).isEqualTo("ticket-used");
            orders.put(bought.orderId(), who.user().name());
            return bought;
        });
        return orders;
    }

    /** Requires that these shoppers get no ticket, and that shop and shoppers agree on their places. */
    private static void requireNoTicket(TicketSale room, List<Entered> others) {
        List<Answer> refused = Shop.each(others, CONNECTIONS, who -> room.ticket(who.user(), who.pass()));
        assertThat(refused).extracting(Answer::problem).containsOnly("not-your-turn");
        assertThat(refused.stream().map(answer -> answer.body().path("place").asLong()))
                .containsExactlyElementsOf(LongStream.rangeClosed(UNITS + 1, UNITS + others.size())
                        .boxed()
                        .toList());
    }

    private static String sha256(String hex) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256")
                        .digest(HexFormat.of().parseHex(hex)));
    }

    private void requireAllInvariants(long sale, int sold, Map<String, String> orders) {
        List<Accepted> accepted = orders.entrySet().stream()
                .map(order -> new Accepted(order.getKey(), order.getValue()))
                .toList();
        JsonNode verdict = shop.requireAudit(sale, Shop.seen(accepted, List.of()), "I12");
        assertThat(verdict.path("sale").path("sold").asInt()).isEqualTo(sold);
        assertThat(verdict.path("clients").path("persisted").asInt()).isEqualTo(orders.size());
        system.records.requireInvariants(sale, orders.keySet());
    }

    /** The checker must be seen to fail: a lottery that favours one early number in three is detected. */
    @Test
    void shouldSeeWhenPlacesHaveToDoWithNumbers() {
        Random random = new Random(20_261_123);
        List<Long> places =
                new ArrayList<>(LongStream.rangeClosed(1, SHOPPERS).boxed().toList());
        assertThat(Spread.chiSquare(places)).as("first come, first served").isGreaterThan(Spread.LIMIT);
        Collections.shuffle(places, random);
        assertThat(Spread.chiSquare(places)).as("fair").isLessThan(Spread.LIMIT);
        for (int number = 0; number < SHOPPERS / 2; number++) {
            int later = SHOPPERS / 2 + number;
            if (random.nextInt(3) == 0 && places.get(number) > places.get(later)) {
                Collections.swap(places, number, later);
            }
        }
        assertThat(Spread.chiSquare(places)).as("early numbers favoured").isGreaterThan(Spread.LIMIT);
    }

    @Test
    void shouldSellForATicketOnceAndToItsOwnerOnly() {
        TicketSale room = TicketSale.of(shop, "TICKET", 5, 100, Instant.now().minusSeconds(5));
        TicketSale other = TicketSale.of(shop, "TICKET", 5, 100, Instant.now().minusSeconds(5));
        User owner = shop.crowd(2).getFirst();
        User borrower = shop.crowd(2).getLast();
        assertThat(shop.reserve(room.sale, owner).problem()).isEqualTo("ticket-required");
        assertThat(room.reserve(owner, ticket(other, owner)).problem())
                .as("of another sale")
                .isEqualTo("ticket-invalid");
        String ticket = ticket(room, owner);
        assertThat(room.reserve(borrower, ticket).problem()).isEqualTo("ticket-not-yours");
        assertThat(room.reserve(owner, ticket.replaceFirst("\\..", ".x")).problem())
                .isEqualTo("ticket-invalid");

        Answer bought = room.reserve(owner, ticket);
        assertThat(bought.orderId()).as(bought.text()).isNotEmpty();
        Answer again = room.reserve(owner, ticket);
        assertThat(again.problem()).isEqualTo("already-purchased");
        assertThat(again.orderId()).isEqualTo(bought.orderId());
        shop.awaitOrder(bought.orderId(), owner, "AWAITING_PAYMENT");
        assertThat(shop.cancel(bought.orderId(), owner).status()).isEqualTo(200);
        await().until(() -> room.reserve(owner, ticket).problem(), "ticket-used"::equals);
        assertThat(room.ticket(owner, "").problem()).isEqualTo("ticket-used");
        requireAllInvariants(room.sale, 0, Map.of(bought.orderId(), owner.name()));
    }

    private static String ticket(TicketSale room, User user) {
        Answer given = room.ticket(user, "");
        assertThat(given.status()).as(given.text()).isEqualTo(200);
        return given.body().path("ticket").asString();
    }
}
