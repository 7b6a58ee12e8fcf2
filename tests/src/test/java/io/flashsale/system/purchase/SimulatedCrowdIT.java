package io.flashsale.system.purchase;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Sends the control room's simulated crowds to the real shop through the real gateway. */
class SimulatedCrowdIT {

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;

    @Test
    void shouldSellFiftyUnitsToTwoHundredShoppersAndKeepEveryInvariant() {
        long sale = shop.openSale(50);
        JsonNode crowd = shop.sendCrowd(sale, "{\"saleId\": \"%d\", \"shoppers\": 200}".formatted(sale));

        assertThat(crowd.path("state").asString()).as(crowd.toString()).isEqualTo("DONE");
        JsonNode answers = crowd.path("answers");
        int bought = answers.path("accepted").asInt()
                + answers.path("already-purchased").asInt();
        int soldOut = answers.path("sold-out").asInt();
        int undecided = Stream.of(
                        "sale-warming-up", "service-unavailable", "queue-unavailable", "gateway-timeout", "no-answer")
                .mapToInt(answer -> answers.path(answer).asInt())
                .sum(); // of shoppers who gave up after several tries
        assertThat(bought + soldOut + undecided).as(answers.toString()).isEqualTo(200);
        assertThat(bought).isBetween(50 - undecided, 50);

        system.queue.awaitPlaced();
        shop.requireAudit(sale, "");
        assertThat(system.records.orders(sale, "AWAITING_PAYMENT")).isEqualTo(50);
        assertThat(system.records.available(sale)).isZero();

        JsonNode live = shop.call("GET", "/api/lab/live/" + sale + "/snapshot", shop.admin(), "")
                .body();
        assertThat(live.at("/answers/accepted").asLong())
                .as("counted over all sales, by the services themselves")
                .isGreaterThanOrEqualTo(answers.path("accepted").asLong());
        assertThat(live.at("/answers/sold-out").asLong()).isGreaterThanOrEqualTo(soldOut);
        assertThat(live.path("ordersTotal").asLong()).isEqualTo(50);
    }
}
