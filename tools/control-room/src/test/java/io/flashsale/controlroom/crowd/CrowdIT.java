package io.flashsale.controlroom.crowd;

import static io.flashsale.commons.testing.LocalHttpServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.flashsale.client.entry.EntryMode;
import io.flashsale.client.sale.CampaignState;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.controlroom.FakeServices;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Crowds of people. */
@Tag("long")
class CrowdIT extends CrowdFixture {

    private final Map<String, AtomicInteger> clicks = new ConcurrentHashMap<>();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger maxInside = new AtomicInteger();
    private final CompletableFuture<String> opening = new CompletableFuture<>();

    @BeforeEach
    void openTheShop() {
        offer(Instant.now(), () -> CampaignState.OPEN, EntryMode.OPEN, 0);
        SHOP.makes(400);
    }

    @AfterEach
    void letEverybodyGo() {
        opening.complete("");
        call("GET", CROWDS, admin(), "").body().forEach(crowd -> {
            call("DELETE", CROWDS + "/" + crowd.path("id").asString(), admin(), "");
            ended(crowd.path("id").asString());
        });
    }

    private int clicksOf(HttpExchange exchange) {
        return clicks.computeIfAbsent(
                        exchange.getRequestHeaders().getFirst("Authorization"), token -> new AtomicInteger())
                .incrementAndGet();
    }

    private String sent(int shoppers) {
        Answer sent = send(shoppers);
        assertThat(sent.status()).as(sent.body().toString()).isEqualTo(202);
        return sent.body().path("id").asString();
    }

    private Answer send(int shoppers) {
        return call("POST", CROWDS, admin(), "{\"saleId\":\"7\",\"shoppers\":" + shoppers + "}");
    }

    @Test
    void shouldCountWhatEachShopperWasTold() {
        AtomicInteger left = new AtomicInteger(50);
        SHOP.on(SALE + "/reservations", exchange -> {
            int unit = left.getAndDecrement();
            if (unit > 0) {
                accept(exchange, unit);
            } else {
                answer(exchange, ProblemType.SOLD_OUT);
            }
        });

        JsonNode crowd = ended(sent(300));

        assertThat(crowd.path("state").asString()).isEqualTo("DONE");
        assertThat(crowd.path("saleId").asString()).isEqualTo("7");
        assertThat(crowd.path("answered").asInt()).isEqualTo(300);
        assertThat(crowd.path("requests").asInt()).isEqualTo(300);
        assertThat(crowd.at("/answers/accepted").asInt()).isEqualTo(50);
        assertThat(crowd.at("/answers/sold-out").asInt()).isEqualTo(250);
        Map.of("accepted", 50, "refused", 250)
                .forEach((kind, count) -> assertThat(crowd.path("seconds")
                                .valueStream()
                                .mapToInt(second -> second.path(kind).asInt())
                                .sum())
                        .as(kind)
                        .isEqualTo(count));
        assertThat(crowd.path("medianMillis").asDouble()).isPositive();
        assertThat(crowd.path("p99Millis").asDouble())
                .isGreaterThanOrEqualTo(crowd.path("medianMillis").asDouble());
    }

    @Test
    void shouldAskAgainWhenToldNotNowAndOnlyThen() {
        SHOP.on(SALE + "/reservations", exchange -> {
            switch (clicksOf(exchange)) {
                case 1 -> answer(exchange, ProblemType.SALE_WARMING_UP);
                case 2 -> answer(exchange, ProblemType.RATE_LIMITED);
                default -> accept(exchange, 1);
            }
        });

        JsonNode crowd = ended(sent(50));

        assertThat(crowd.at("/answers/accepted").asInt()).isEqualTo(50);
        assertThat(crowd.path("requests").asInt()).isEqualTo(150);
    }

    @Test
    void shouldGiveUpAfterAFewRepetitions() {
        SHOP.on(SALE + "/reservations", exchange -> answer(exchange, ProblemType.SERVICE_UNAVAILABLE));

        JsonNode crowd = ended(sent(50));

        assertThat(crowd.at("/answers/service-unavailable").asInt()).isEqualTo(50);
        assertThat(crowd.path("requests").asInt()).isEqualTo(50 * (1 + Visit.MAX_REPETITIONS));
    }

    @Test
    void shouldNeverHaveMoreThanTwoHundredRequestsUnderWay() {
        SHOP.on(SALE + "/reservations", exchange -> {
            maxInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
            opening.join();
            inside.decrementAndGet();
            answer(exchange, ProblemType.SOLD_OUT);
        });
        String id = sent(400);
        await().atMost(LONG).until(() -> inside.get() == Crowd.AT_ONCE);
        opening.complete("");

        assertThat(ended(id).path("answered").asInt()).isEqualTo(400);
        assertThat(maxInside).hasValue(Crowd.AT_ONCE);
    }

    @Test
    void shouldBeTheOnlyOneAndGoHomeWhenCancelled() {
        SHOP.on(SALE + "/reservations", exchange -> {
            inside.incrementAndGet();
            opening.join();
            accept(exchange, 1);
        });
        String id = sent(50);
        await().atMost(LONG).until(() -> inside.get() > 0);
        Answer second = send(50);
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.problem()).isEqualTo("crowd-running");

        assertThat(call("DELETE", CROWDS + "/" + id, admin(), "").status()).isEqualTo(200);

        JsonNode crowd = ended(id);
        assertThat(crowd.path("state").asString()).isEqualTo("CANCELLED");
        assertThat(crowd.path("answered").asInt()).isZero();
        opening.complete("");
        await().atMost(LONG).until(() -> send(50).status() == 202);
    }

    @Test
    void shouldEndAsFailedWhenTheShopBreaksOff() {
        SHOP.on(
                "/api/admin/shoppers",
                exchange -> FakeServices.answer(exchange, 200, "application/x-ndjson", "{\"userId\":\"1\",\"tok"));
        assertThat(ended(sent(50)).path("state").asString()).isEqualTo("FAILED");
    }

    @Test
    void shouldSayWhenThisInstallationHasNoSimulatedShoppers() {
        SHOP.on("/api/admin/shoppers", exchange -> answer(exchange, ProblemType.NOT_FOUND));
        Answer refused = send(50);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.problem()).isEqualTo("no-simulated-shoppers");
        assertThat(refused.body().path("detail").asString()).contains("flashsale.accounts.simulated-shoppers");
    }

    @Test
    void shouldSendNobodyToASaleThatIsNotThere() {
        Answer refused = call("POST", CROWDS, admin(), "{\"saleId\":\"8\",\"shoppers\":50}");
        assertThat(refused.problem()).isEqualTo("sale-not-found");
    }

    @Test
    void shouldBeBounded() {
        for (String shoppers : new String[] {"49", "5001", "null", "\"many\""}) {
            Answer refused = call("POST", CROWDS, admin(), "{\"saleId\":\"7\",\"shoppers\":" + shoppers + "}");
            assertThat(refused.status()).as(shoppers).isEqualTo(400);
            assertThat(refused.problem()).isEqualTo("invalid-request");
        }
        Answer tooLong = call("POST", CROWDS, admin(), "{\"saleId\":\"7\",\"shoppers\":50,\"arriveWithinSeconds\":61}");
        assertThat(tooLong.status()).isEqualTo(400);
    }

    @Test
    void shouldBeForAdminsOnly() {
        String body = "{\"saleId\":\"7\",\"shoppers\":50}";
        assertThat(call("POST", CROWDS, "", body).status()).isEqualTo(401);
        assertThat(call("POST", CROWDS, shopper(5), body).status()).isEqualTo(403);
        assertThat(call("GET", CROWDS + "/1", shopper(5), "").status()).isEqualTo(403);
        assertThat(call("DELETE", CROWDS + "/1", shopper(5), "").status()).isEqualTo(403);
        assertThat(call("GET", CROWDS + "/1", admin(), "").problem()).isEqualTo("crowd-not-found");
    }
}
