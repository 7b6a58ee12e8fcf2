package io.flashsale.system.purchase;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.purchase.BotsTable.Row;
import io.flashsale.system.purchase.BotsTable.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Measures who gets the units of a sale: people or scripts.
 *
 * <p>Scripts have 30 % of the accounts and make 90 % of the clicks. The table of docs/bots.md shows the
 * result for all modes. {@code bots.shoppers} sets the number of shoppers, 2,000 by default.
 */
@Tag("long")
class BotsIT {

    private static final int PERCENT = 30;
    private static final int CLICKS = 21;
    private static final int DIFFICULTY = 10_000;
    private static final List<Row> ROWS = new ArrayList<>();

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;

    @Test
    @Tag("chaos")
    void shouldSellToScriptsWhereWhoeverClicksFirstBuys() {
        JsonNode crowd = send(Scenario.of("OPEN"), 200, 20, 5, Duration.ofSeconds(6));

        assertThat(unitsOf(crowd)).as(crowd.toString()).isEqualTo(20);
        assertThat(crowd.at("/scripts/units").asInt()).as(crowd.toString()).isGreaterThan(10);
        assertThat(crowd.at("/scripts/paid").asInt()).isZero();
        assertThat(crowd.at("/people/paid").asInt())
                .as("some may go home before their orders are placed")
                .isLessThanOrEqualTo(crowd.at("/people/units").asInt());
    }

    @Test
    void shouldSellToPeopleOnlyWhereScriptsDoNotDoTheWork() {
        JsonNode crowd = send(new Scenario("TICKET", 1_000, false), 100, 20, 2, Duration.ofSeconds(4));

        assertThat(crowd.at("/people/units").asInt()).as(crowd.toString()).isEqualTo(20);
        assertThat(crowd.at("/scripts/units").asInt()).isZero();
        assertThat(crowd.at("/scripts/refusals/proof-of-work-required").asInt()).isPositive();
        assertThat(crowd.at("/scripts/refusals/ticket-required").asInt()).isPositive();
    }

    /** The fastest shoppers get the first numbers. */
    @Test
    @Tag("chaos")
    void shouldSellToScriptsWhereWhoeverEntersFirstIsServedFirst() {
        JsonNode crowd = send(Scenario.of("QUEUE"), 100, 20, 5, Duration.ofSeconds(10));

        assertThat(unitsOf(crowd)).as(crowd.toString()).isEqualTo(20);
        assertThat(crowd.at("/scripts/units").asInt()).as(crowd.toString()).isGreaterThan(10);
        assertThat(crowd.at("/scripts/refusals/ticket-required").asInt()
                        + crowd.at("/scripts/refusals/not-your-turn").asInt()
                        + crowd.at("/scripts/refusals/ticket-not-yours").asInt())
                .as(crowd.toString())
                .isPositive();
    }

    /**
     * Scripts get about their share of a lottery.
     *
     * <p>Of 100 places drawn from 1,000, scripts have 30 on average, with a standard deviation of 4.3
     * (hypergeometric). Fewer than 10 or more than 50 happens less than once in 100,000 runs.
     */
    @Test
    @Tag("chaos")
    void shouldGiveScriptsTheirShareOfTheAccountsInALottery() {
        JsonNode crowd = send(Scenario.of("LOTTERY"), 1_000, 100, 10, Duration.ofSeconds(120));

        assertThat(unitsOf(crowd)).as(crowd.toString()).isEqualTo(100);
        assertThat(crowd.at("/scripts/units").asInt()).as(crowd.toString()).isBetween(10, 50);
        assertThat(crowd.at("/scripts/clicks").asInt())
                .as("nine of ten clicks, but for those of people who buy")
                .isGreaterThan(6 * crowd.at("/people/clicks").asInt());
        assertThat(crowd.at("/scripts/refusals/ticket-not-yours").asInt())
                .as("tickets of the operator's other accounts")
                .isPositive();
        system.queue.awaitPlaced();
        shop.requireAudit(Long.parseLong(crowd.path("saleId").asString()), "");
    }

    /** The scenarios, in the order of the table. */
    static Stream<Scenario> scenarios() {
        return Stream.of(
                Scenario.of("OPEN"),
                Scenario.of("TICKET"),
                Scenario.of("QUEUE"),
                Scenario.of("LOTTERY"),
                new Scenario("TICKET", DIFFICULTY, false),
                new Scenario("QUEUE", DIFFICULTY, false),
                new Scenario("LOTTERY", DIFFICULTY, false),
                new Scenario("TICKET", DIFFICULTY, true),
                new Scenario("QUEUE", DIFFICULTY, true),
                new Scenario("LOTTERY", DIFFICULTY, true));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    @Tag("chaos")
    void measuresWhoGetsTheUnits(Scenario scenario) {
        int shoppers = Integer.getInteger("bots.shoppers", 2_000);
        int units = shoppers / 10;
        JsonNode crowd = send(scenario, shoppers, units, 20, untilOpening(scenario, shoppers));

        ROWS.add(row(scenario, crowd));
        System.out.println(BotsTable.ENGLISH.row(ROWS.getLast()));
        assertThat(crowd.path("state").asString()).as(crowd.toString()).isEqualTo("DONE");
        assertThat(unitsOf(crowd)).as(crowd.toString()).isEqualTo(units);
    }

    /**
     * The time until all shoppers have signed up and entered, where they can enter early. A lottery opens after
     * at least a minute.
     */
    private static Duration untilOpening(Scenario scenario, int shoppers) {
        Duration signUp = Duration.ofSeconds(10 + shoppers / 200);
        return switch (scenario.mode()) {
            case "QUEUE" -> signUp.plusSeconds(40);
            case "LOTTERY" -> signUp.plusSeconds(55);
            default -> signUp;
        };
    }

    private static Row row(Scenario scenario, JsonNode crowd) {
        return new Row(
                scenario,
                crowd.at("/people/clicks").asLong(),
                crowd.at("/scripts/clicks").asLong(),
                crowd.at("/people/units").asLong(),
                crowd.at("/scripts/units").asLong(),
                crowd.at("/scripts/refusals")
                        .propertyStream()
                        .collect(
                                toMap(Map.Entry::getKey, each -> each.getValue().asLong())));
    }

    @AfterAll
    static void print() {
        if (!ROWS.isEmpty()) {
            for (BotsTable table : BotsTable.values()) {
                System.out.println("\n" + table.of(ROWS) + "\n");
            }
        }
    }

    private static int unitsOf(JsonNode crowd) {
        return crowd.at("/people/units").asInt() + crowd.at("/scripts/units").asInt();
    }

    /** Sends the crowd and waits for its end. */
    private JsonNode send(Scenario scenario, int shoppers, int units, int arriveWithinSeconds, Duration untilOpening) {
        long sale = sale(scenario, units, Instant.now().plus(untilOpening));
        return shop.sendCrowd(
                sale, """
                {"saleId": "%s", "shoppers": %d, "arriveWithinSeconds": %d,
                 "scripts": {"percent": %d, "clicks": %d, "proofOfWork": %s}}
                """.formatted(sale, shoppers, arriveWithinSeconds, PERCENT, CLICKS, scenario.scriptsWork()));
    }

    private long sale(Scenario scenario, int units, Instant opensAt) {
        return shop.makeSale("""
                {"title": "People and scripts", "priceCents": 100, "initialStock": %d, "opensAt": "%s",
                 "entry": {"mode": "%s", "rate": 1000, "difficulty": %d}}
                """.formatted(units, opensAt, scenario.mode(), scenario.difficulty()));
    }
}
