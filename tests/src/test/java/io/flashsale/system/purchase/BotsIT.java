package io.flashsale.system.purchase;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Measures who gets the units of a sale: people or scripts.
 *
 * <p>Scripts have 30 % of the accounts and make 90 % of the clicks. The table of docs/bots.md shows the
 * result for all modes. {@code bots.shoppers} sets the number of shoppers, 2,000 by default.
 *
 * <p>A crowd ends two minutes after the opening, and people give up before if the shop does not answer. So a slow
 * machine gets further crowds or smaller ones.
 */
@Tag("weekly")
class BotsIT {

    private static final int PERCENT = 30;
    private static final int CLICKS = 21;

    /** The smallest crowd that the control room sends. */
    private static final int FEWEST = 50;

    /** In what is known of a crowd that met a slow shop. */
    private static final Pattern SLOWNESS = Pattern.compile("\"(TIMED_OUT|no-answer|gateway-timeout|service-unavailable"
            + "|sale-warming-up|queue-unavailable|ticket-expired|proof-of-work-expired)\"");

    private static final List<String> ROWS = new ArrayList<>();

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;

    /**
     * How shoppers enter a sale.
     *
     * @param difficulty the highest number of hashes that a shopper computes to enter
     * @param scriptsWork whether scripts compute them too
     */
    private record Scenario(String mode, int difficulty, boolean scriptsWork) {

        String work() {
            return difficulty == 0 ? "not asked for" : scriptsWork ? "asked for, done" : "asked for, not done";
        }
    }

    @Test
    void shouldSellToPeopleOnlyWhereScriptsDoNotDoTheWork() {
        Scenario scenario = new Scenario("TICKET", 1_000, false);
        int units = 20;
        long sale = sale(scenario, units, Instant.now().plusSeconds(4));
        List<JsonNode> crowds = new ArrayList<>();
        do {
            crowds.add(send(scenario, sale, 100, 2));
        } while (sold(sale) < units && crowds.size() < units); // the slowest machine sells one to each crowd

        assertThat(sold(sale)).as(crowds.toString()).isEqualTo(units); // some may not have been told in time
        assertThat(sum(crowds, "/people/units")).isPositive();
        assertThat(sum(crowds, "/scripts/units")).isZero();
        assertThat(sum(crowds, "/scripts/refusals/proof-of-work-required")).isPositive();
        assertThat(sum(crowds, "/scripts/refusals/ticket-required")).isPositive();

        String snapshot = "/api/lab/live/" + sale + "/snapshot";
        await().untilAsserted(() -> {
            JsonNode live = shop.get(snapshot, shop.admin()).body();
            assertThat(live.at("/answers/accepted").asLong())
                    .as("counted over all sales, by the services themselves")
                    .isPositive();
            assertThat(live.at("/answers/ticket-required").asLong()).isPositive();
        });
    }

    private static long sum(List<JsonNode> crowds, String figure) {
        return crowds.stream().mapToLong(crowd -> crowd.at(figure).asLong()).sum();
    }

    private int sold(long sale) {
        system.queue.awaitPlaced();
        return system.records.orderIds(sale).size();
    }

    /**
     * Prints the shares. On a fast machine scripts get most of a sale whose first shoppers are served first, and about
     * their share of a lottery; on a slow one, not all have entered when it is drawn.
     */
    @ParameterizedTest
    @CsvSource({
        "OPEN, 0, false",
        "TICKET, 0, false",
        "QUEUE, 0, false",
        "LOTTERY, 0, false",
        "TICKET, 10000, false",
        "QUEUE, 10000, false",
        "LOTTERY, 10000, false",
        "TICKET, 10000, true",
        "QUEUE, 10000, true",
        "LOTTERY, 10000, true",
    })
    void measuresWhoGetsTheUnits(String mode, int difficulty, boolean scriptsWork) {
        Scenario scenario = new Scenario(mode, difficulty, scriptsWork);
        int shoppers = Integer.getInteger("bots.shoppers", 2_000);
        JsonNode crowd = measure(scenario, shoppers);
        while (shoppers >= 2 * FEWEST && !isSoldOut(crowd, shoppers) && metASlowShop(crowd)) {
            shoppers /= 2;
            crowd = measure(scenario, shoppers);
        }

        ROWS.add(row(scenario, crowd));
        System.out.println(ROWS.getLast());
        assertThat(isSoldOut(crowd, shoppers)).as(crowd.toString()).isTrue();
    }

    /** Sends the crowd. Whether all have bought by its end or not, nothing may be wrong in the records. */
    private JsonNode measure(Scenario scenario, int shoppers) {
        long sale = sale(scenario, units(shoppers), Instant.now().plus(untilOpening(scenario, shoppers)));
        JsonNode crowd = send(scenario, sale, shoppers, 20);
        assertThat(told(crowd)).as(crowd.toString()).isLessThanOrEqualTo(units(shoppers));
        system.queue.awaitPlaced();
        shop.requireAudit(sale, "");
        return crowd;
    }

    private static int units(int shoppers) {
        return shoppers / 10;
    }

    private static int told(JsonNode crowd) {
        return crowd.at("/people/units").asInt() + crowd.at("/scripts/units").asInt();
    }

    private static boolean isSoldOut(JsonNode crowd, int shoppers) {
        return crowd.path("state").asString().equals("DONE") && told(crowd) == units(shoppers);
    }

    private static boolean metASlowShop(JsonNode crowd) {
        return SLOWNESS.matcher(crowd.toString()).find();
    }

    /** A row of the table in docs/bots.md. */
    private static String row(Scenario scenario, JsonNode crowd) {
        long peopleUnits = crowd.at("/people/units").asLong();
        long scriptUnits = crowd.at("/scripts/units").asLong();
        return String.format(
                Locale.ROOT,
                "| `%s` | %s | %.1f %% | %,d | %,d | **%.1f %%** | %s |",
                scenario.mode(),
                scenario.work(),
                percent(
                        crowd.at("/scripts/clicks").asLong(),
                        crowd.at("/people/clicks").asLong()),
                peopleUnits,
                scriptUnits,
                percent(scriptUnits, peopleUnits),
                crowd.at("/scripts/refusals")
                        .propertyStream()
                        .sorted(comparingLong(each -> -each.getValue().asLong()))
                        .map(each -> String.format(
                                Locale.ROOT,
                                "`%s` %,d",
                                each.getKey(),
                                each.getValue().asLong()))
                        .collect(joining(", ")));
    }

    private static double percent(long part, long rest) {
        return 100.0 * part / Math.max(1, part + rest);
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

    @AfterAll
    static void print() {
        if (!ROWS.isEmpty()) {
            System.out.println("| mode | work, by the scripts | their clicks | units: people | units: scripts"
                    + " | scripts' share | clicks of scripts that were refused |\n"
                    + "| --- ".repeat(7) + "|\n" + String.join("\n", ROWS));
        }
    }

    /** Sends the crowd and waits for its end. */
    private JsonNode send(Scenario scenario, long sale, int shoppers, int arriveWithinSeconds) {
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
