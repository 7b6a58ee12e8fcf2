package io.flashsale.stock.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.stock.StockServiceFixture;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** The gateway sends the requests of many shoppers with one call. */
class GroupedReservationsIT extends StockServiceFixture {

    @Autowired
    private OutboxRelay relay;

    private static AdmissionCall.Line line(long sale, long user) {
        return new AdmissionCall.Line(sale, user, "of-the-shopper-" + user, null);
    }

    private List<JsonNode> answers(List<AdmissionCall.Line> group) {
        Answer answer = admit(group);
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(200);
        return answer.body().path("answers").valueStream().toList();
    }

    @Test
    void shouldAnswerExactlyAsItAnswersOne() {
        long sale = openSale(1);
        reserved(sale, 1);
        List<JsonNode> answers = answers(List.of(line(sale, 1), line(sale, 2)));
        for (int user = 1; user <= 2; user++) {
            Answer alone = reserve(sale, user);
            JsonNode together = answers.get(user - 1);
            assertThat(together.path("status").asInt()).isEqualTo(alone.status());
            assertThat(json.readTree(together.path("body").asString())).isEqualTo(alone.body());
            together.path("headers")
                    .properties()
                    .forEach(header -> assertThat(alone.raw().headers().firstValue(header.getKey()))
                            .hasValue(header.getValue().asString()));
        }
    }

    @Test
    void shouldRefuseAShopperWhoAgreedToAnotherPriceAndNameTheNewOne() {
        long sale = openSale(5);
        reserved(sale, 1);
        assertThat(change(sale, "\"priceCents\": 9900, \"listPriceCents\": 9900")
                        .status())
                .isEqualTo(200);
        List<JsonNode> answers = answers(List.of(
                new AdmissionCall.Line(sale, 2, "of-the-shopper-2", null, 100L, null),
                new AdmissionCall.Line(sale, 3, "of-the-shopper-3", null, 9_900L, null),
                line(sale, 4)));
        assertThat(answers).extracting(answer -> answer.path("status").asInt()).containsExactly(409, 202, 202);
        Answer alone = reserveAt("100", sale, 2);
        assertThat(alone.problem()).isEqualTo("price-changed");
        assertThat(alone.body().path("priceCents").asLong()).isEqualTo(9_900);
        assertThat(json.readTree(answers.getFirst().path("body").asString())).isEqualTo(alone.body());
        assertThat(gates.state(sale).orElseThrow().holders()).isEqualTo(3);
        assertThat(reserveAt("9900", sale, 2).status()).isEqualTo(202);
        for (String none : List.of("-1", "x", "1.5", "")) {
            assertThat(reserveAt(none, sale, 5).problem()).as(none).isEqualTo("invalid-request");
        }
    }

    private Answer reserveAt(String price, long sale, long user) {
        String path = "/api/sales/" + sale + "/reservations";
        return call("POST", path, shopper(user), "", "Purchase-Price-Cents", price);
    }

    @Test
    void shouldGiveAShopperAsManyUnitsAsTheLimitAllowsAndOneForRepeatedClicks() {
        long sale = withOpenGates(create(5, ", \"purchaseLimit\": 2"));
        List<JsonNode> answers = answers(List.of(
                new AdmissionCall.Line(sale, 7, "of-the-shopper-7", null, null, "first"),
                new AdmissionCall.Line(sale, 7, "of-the-shopper-7", null, null, "first"),
                new AdmissionCall.Line(sale, 7, "of-the-shopper-7", null, null, "second"),
                new AdmissionCall.Line(sale, 7, "of-the-shopper-7", null, null, "third")));
        assertThat(answers).extracting(answer -> answer.path("status").asInt()).containsExactly(202, 202, 202, 409);
        assertThat(answers.get(1).path("body")).isEqualTo(answers.get(0).path("body"));
        assertThat(answers.get(2)).isNotEqualTo(answers.get(0));
        Answer alone =
                call("POST", "/api/sales/" + sale + "/reservations", shopper(7), "", "Idempotency-Key", "second");
        assertThat(alone.status()).isEqualTo(202);
        assertThat(alone.body())
                .isEqualTo(json.readTree(answers.get(2).path("body").asString()));
        assertThat(gates.state(sale).orElseThrow().holders()).isEqualTo(2);
        placement.placeEverything();
        assertThat(gates.state(sale).orElseThrow().drift()).isZero();
    }

    /** An accepted shopper pays the price that they agreed to, also while it changes. */
    @Test
    void shouldSellAtNoOtherPriceThanTheShopperAgreedToWhileItChanges() {
        long sale = openSale(500);
        Map<Long, Long> agreed = new ConcurrentHashMap<>();
        AtomicLong price = new AtomicLong(100);
        IntStream.range(0, 60).parallel().forEach(step -> {
            if (step % 6 == 0) {
                price.set(100 + step);
                change(sale, "\"priceCents\": " + (100 + step) + ", \"listPriceCents\": 9900");
            }
            long shown = price.get();
            List<AdmissionCall.Line> group = LongStream.range(0, 8)
                    .mapToObj(i -> new AdmissionCall.Line(sale, 1 + step * 8 + i, "of-the-shopper", null, shown, null))
                    .toList();
            for (JsonNode answer : answers(group)) {
                JsonNode body = json.readTree(answer.path("body").asString());
                if (answer.path("status").asInt() == 202) {
                    agreed.put(body.path("orderId").asLong(), shown);
                } else {
                    assertThat(body.path("type").asString()).endsWith("price-changed");
                }
            }
        });
        await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
        assertThat(placement.reservations(sale))
                .isNotEmpty()
                .allSatisfy(order -> assertThat(agreed)
                        .containsEntry(order.orderId(), order.terms().priceCents()));
    }

    @Test
    void shouldSellExactlyWhatThereIsToGroupsInParallel() {
        long sale = openSale(700);
        List<JsonNode> all = IntStream.range(0, 20)
                .parallel()
                .mapToObj(group -> answers(LongStream.range(0, 100)
                        .mapToObj(member -> line(sale, 1 + (group * 100L + member) % 1_500))
                        .toList()))
                .flatMap(List::stream)
                .toList();
        assertThat(all)
                .filteredOn(answer -> answer.path("status").asInt() == 202)
                .hasSize(700);
        placement.placeEverything();
        await().untilAsserted(() -> assertThat(relay.outboxLength()).isZero());
        assertThat(gates.state(sale).orElseThrow().drift()).isZero();
        assertThat(gates.state(sale).orElseThrow().holders()).isEqualTo(700);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"requests\":[]}",
                "{\"requests\":[null]}",
                "{\"requests\":[{\"campaignId\":\"1\",\"userId\":\"0\",\"correlationId\":\"long-enough\"}]}",
                "{\"requests\":[{\"campaignId\":\"1\",\"userId\":\"1\",\"correlationId\":\"with a space\"}]}",
                "{\"requests\":[{\"campaignId\":\"1\",\"userId\":\"1\"}]}",
            })
    void shouldRefuseWhatIsNoGroup(String body) {
        assertThat(call("POST", AdmissionCall.PATH, gateway(), body).status()).isEqualTo(400);
    }

    @Test
    void shouldRefuseAGroupThatIsTooLarge() {
        List<AdmissionCall.Line> tooMany =
                LongStream.rangeClosed(1, 257).mapToObj(user -> line(1, user)).toList();
        assertThat(admit(tooMany).status()).isEqualTo(400);
    }

    @Test
    void shouldListenToNobodyButTheGateway() {
        String one = json.writeValueAsString(new AdmissionCall(List.of(line(1, 1)), null));
        assertThat(call("POST", AdmissionCall.PATH, "", one).status()).isEqualTo(401);
        for (String other : List.of(shopper(1), admin(), service())) {
            assertThat(call("POST", AdmissionCall.PATH, other, one).status()).isEqualTo(403);
        }
        assertThat(call("POST", "/internal/stock/deductions", gateway(), "{}").status())
                .as("and the gateway may do nothing else")
                .isEqualTo(403);
    }
}
