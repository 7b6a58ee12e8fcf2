package io.flashsale.system.purchase;

import static io.flashsale.system.harness.FollowedPurchases.stopsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.system.harness.FollowedPurchases;
import io.flashsale.system.harness.FollowedPurchases.Followed;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The journey of a click, for each possible ending. */
@Tag("long")
class JourneyIT {

    private static final String[] PLACED = {
        "CLICK", "GROUP", "SCRIPT", "OUTBOX", "KAFKA", "PLACEMENT", "LEDGER", "INSERT"
    };

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;
    private final FollowedPurchases purchases = new FollowedPurchases();

    private static JsonNode stop(JsonNode journey, String name) {
        return journey.path("stops")
                .valueStream()
                .filter(stop -> stop.path("stop").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String wrote(JsonNode journey, String stop, String name) {
        return stop(journey, stop).path("wrote").path(name).asString("");
    }

    private static List<String> values(JsonNode journey, String table, String column) {
        return journey.path("rows")
                .valueStream()
                .filter(row -> row.path("table").asString().endsWith(": " + table))
                .map(row -> row.path("values").path(column).asString(""))
                .toList();
    }

    private static String[] placedAnd(String... later) {
        return Stream.concat(Arrays.stream(PLACED), Arrays.stream(later)).toArray(String[]::new);
    }

    @Test
    void shouldTellAPaidOrderFromTheClickToTheRow() {
        Followed click = purchases.paid();
        JsonNode journey = purchases.journey(click, placedAnd("PAYMENT"));

        assertThat(journey.path("traceId").asString()).isEqualTo(click.traceId());
        assertThat(journey.path("status").asString()).isEqualTo("PAID");
        assertThat(stopsOf(journey).stream().distinct())
                .as("the relay may send once more what the forwarder sends")
                .containsExactly(placedAnd("PAYMENT"));
        assertThat(journey.path("stops").valueStream()).allSatisfy(stop -> {
            assertThat(ProjectRoot.find().resolve(stop.path("file").asString())).isRegularFile();
            assertThat(stop.path("micros").asLong()).isNotNegative();
        });
        assertThat(wrote(journey, "CLICK", "status")).isEqualTo("202");
        assertThat(wrote(journey, "SCRIPT", "outcome")).isEqualTo("Admitted " + click.orderId());
        assertThat(wrote(journey, "OUTBOX", "entry")).matches("\\d+-\\d+");
        assertThat(wrote(journey, "KAFKA", "topic")).isEqualTo("reservations");
        for (String place : List.of("partition", "offset")) {
            assertThat(wrote(journey, "PLACEMENT", place))
                    .as("%s of the message that was sent and taken", place)
                    .isEqualTo(wrote(journey, "KAFKA", place))
                    .matches("\\d+");
        }
        assertThat(wrote(journey, "LEDGER", "stock_flow")).isEqualTo(click.orderId() + ", DEDUCT");
        assertThat(wrote(journey, "LEDGER", "stock.version")).matches("\\d+");
        assertThat(wrote(journey, "INSERT", "orders.status")).isEqualTo("AWAITING_PAYMENT");
        assertThat(wrote(journey, "PAYMENT", "charge.outcome")).isEqualTo("PAID");

        assertThat(values(journey, "orders", "status")).containsExactly("PAID");
        assertThat(values(journey, "stock_flow", "type")).containsExactly("DEDUCT");
        assertThat(values(journey, "charge", "outcome")).containsExactly("PAID");
    }

    @Test
    void shouldTellWhyAnOrderWasRejectedAndWhatWentBack() {
        Followed click = purchases.rejected();
        JsonNode journey = purchases.journey(click, placedAnd("RELEASE"));
        assertThat(wrote(journey, "SCRIPT", "outcome")).startsWith("Admitted");
        assertThat(wrote(journey, "LEDGER", "outcome")).isEqualTo("INSUFFICIENT_STOCK");
        assertThat(wrote(journey, "INSERT", "orders.status")).isEqualTo("REJECTED");
        assertThat(wrote(journey, "RELEASE", "reason")).isEqualTo("INSUFFICIENT_STOCK");
        assertThat(values(journey, "stock_flow", "type")).containsExactly("VOID");
    }

    @Test
    void shouldTellWhatBecameOfMoneyThatCameTooLate() {
        Followed click = purchases.paidLate();
        JsonNode journey = purchases.journey(click, placedAnd("CLOSING", "RELEASE", "PAYMENT", "REFUND"));
        assertThat(wrote(journey, "CLOSING", "orders.reason")).isEqualTo("CANCELLED");
        assertThat(wrote(journey, "RELEASE", "release.lua")).isEqualTo("RELEASED");
        assertThat(wrote(journey, "PAYMENT", "charge.outcome")).isEqualTo("REFUND");
        assertThat(wrote(journey, "REFUND", "provider")).isEqualTo("Made");
        assertThat(values(journey, "stock_flow", "type")).containsExactly("DEDUCT", "RELEASE");
        assertThat(values(journey, "refund", "state")).containsExactly("REFUNDED");
    }

    @Test
    void shouldTellWhoRefusedAClick() {
        Followed click = purchases.refused();
        JsonNode journey = purchases.journeyOfClick(click, "CLICK");
        assertThat(wrote(journey, "CLICK", "status")).isEqualTo("409");
        assertThat(stopsOf(journey)).as("the gateway may have known by itself").isSubsetOf("CLICK", "GROUP", "SCRIPT");
        if (wrote(journey, "CLICK", "refusal").isEmpty()) {
            JsonNode whole = purchases.journeyOfClick(click, "CLICK", "GROUP", "SCRIPT");
            assertThat(wrote(whole, "SCRIPT", "outcome")).isEqualTo("SoldOut");
        }
    }

    @Test
    void shouldTellItToTheShopperAndToAdministratorsOnly() {
        Followed click = purchases.paid();
        purchases.journey(click, placedAnd("PAYMENT"));
        String order = "/api/orders/" + click.orderId() + "/journey";
        String trace = "/api/clicks/" + click.traceId() + "/journey";
        User other = shop.user();

        assertThat(shop.get(order, other).problem()).isEqualTo("order-not-found");
        assertThat(shop.get(trace, other).problem()).isEqualTo("journey-not-found");
        assertThat(shop.call("GET", order, "", "").status()).isEqualTo(401);
        assertThat(shop.get(order, shop.admin()).status()).isEqualTo(200);
        assertThat(shop.get(trace, shop.admin()).status()).isEqualTo(200);
        assertThat(shop.get("/api/clicks/" + "0".repeat(32) + "/journey", shop.admin())
                        .problem())
                .isEqualTo("journey-not-found");
        assertThat(shop.get("/api/orders/1/journey", shop.admin()).problem()).isEqualTo("order-not-found");
    }
}
