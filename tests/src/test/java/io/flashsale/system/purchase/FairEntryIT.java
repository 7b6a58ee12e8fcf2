package io.flashsale.system.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.Accepted;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.TicketSale;
import io.flashsale.system.harness.TicketSale.Entered;
import java.nio.file.Files;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
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

    /**
     * The highest chi-square of a fair lottery: for 361 degrees of freedom it is exceeded with a probability of about
     * one in a million (Wilson-Hilferty: 361 · (1 - 2/3249 + 4.75 · √(2/3249))³).
     */
    private static final double LIMIT = 503.5;

    /** Numbers and places are cut into so many parts each. */
    private static final int PARTS = 20;

    private static final Pattern DOCUMENTED = Pattern.compile("```java\n(static long place.*?)```", Pattern.DOTALL);

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;

    @TempDir
    private Path folder;

    /** Places do not depend on numbers; a fair lottery fails this about once in a million runs. */
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

        List<Long> places = documentedPlaces(seed);
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
        assertThat(chiSquare(places)).isLessThan(LIMIT);
    }

    /** Runs the Java program of docs/lottery.md as any reader would; it shares no code with the shop. */
    private List<Long> documentedPlaces(String seed) throws Exception {
        Matcher documented =
                DOCUMENTED.matcher(Files.readString(ProjectRoot.find().resolve("docs/lottery.md")));
        assertThat(documented.find()).as("the program of docs/lottery.md").isTrue();
        Path program = Files.writeString(folder.resolve("Places.java"), """
                import java.nio.ByteBuffer;
                import java.util.HexFormat;
                import javax.crypto.Mac;
                import javax.crypto.spec.SecretKeySpec;

                public class Places {
                    public static void main(String[] arguments) throws Exception {
                        byte[] seed = HexFormat.of().parseHex(arguments[0]);
                        long n = Long.parseLong(arguments[1]);
                        for (long number = 1; number <= n; number++) {
                            System.out.println(place(seed, n, number));
                        }
                    }

                %s
                }
                """.formatted(documented.group(1)));
        Path output = folder.resolve("places.txt");
        Process running = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        program.toString(),
                        seed,
                        Integer.toString(SHOPPERS))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(running.waitFor(Shop.SOON)).isTrue();
        assertThat(running.exitValue()).as(Files.readString(output)).isZero();
        return Files.readAllLines(output).stream().map(Long::valueOf).toList();
    }

    /**
     * Tests whether places depend on numbers: each part of the numbers should have the same share of each part of the
     * places.
     *
     * @param places of the numbers 1, 2, 3, …, each once; at least 2,000, which gives five for each pair of parts
     */
    private static double chiSquare(List<Long> places) {
        int size = places.size();
        int[][] counts = new int[PARTS][PARTS];
        for (int i = 0; i < size; i++) {
            counts[i * PARTS / size][(int) ((places.get(i) - 1) * PARTS / size)]++;
        }
        double expected = (double) size / PARTS / PARTS;
        return Stream.of(counts)
                .flatMapToInt(IntStream::of)
                .mapToDouble(observed -> (observed - expected) * (observed - expected) / expected)
                .sum();
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
        assertThat(chiSquare(places)).as("first come, first served").isGreaterThan(LIMIT);
        Collections.shuffle(places, random);
        assertThat(chiSquare(places)).as("fair").isLessThan(LIMIT);
        for (int number = 0; number < SHOPPERS / 2; number++) {
            int later = SHOPPERS / 2 + number;
            if (random.nextInt(3) == 0 && places.get(number) > places.get(later)) {
                Collections.swap(places, number, later);
            }
        }
        assertThat(chiSquare(places)).as("early numbers favoured").isGreaterThan(LIMIT);
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
