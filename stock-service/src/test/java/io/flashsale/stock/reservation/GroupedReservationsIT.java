package io.flashsale.stock.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.StockGateRebuild;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.stock.PlacementDouble;
import io.flashsale.stock.StockServiceFixture;
import java.util.ArrayList;
import java.util.List;
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

    @Autowired
    private PlacementDouble placement;

    private static AdmissionCall.Line line(long sale, long user) {
        return new AdmissionCall.Line(sale, user, "of-the-shopper-" + user);
    }

    private Answer send(List<AdmissionCall.Line> group) {
        return call("POST", AdmissionCall.PATH, gateway(), json.writeValueAsString(new AdmissionCall(group)));
    }

    private List<JsonNode> answers(List<AdmissionCall.Line> group) {
        Answer answer = send(group);
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(200);
        List<JsonNode> answers = new ArrayList<>();
        answer.body().path("answers").forEach(answers::add);
        return answers;
    }

    private JsonNode body(JsonNode answer) {
        return json.readTree(answer.path("body").asString());
    }

    private String problem(JsonNode answer) {
        return body(answer).path("type").asString();
    }

    @Test
    void shouldTellEachOfAMixedGroupWhatHeWouldBeToldAlone() {
        long sale = openSale(2);
        long other = openSale(5);
        long rebuilt = openSale(5);
        long unknown = 999_999_999L;
        await().until(() -> reserve(sale, 1).status() == 202); // its gate is there, and one unit is left
        await().until(() ->
                gates.state(other).isPresent() && gates.state(rebuilt).isPresent());
        assertThat(reserve(rebuilt, 1).status()).isEqualTo(202); // and as nobody places it the rebuild goes on waiting
        StockGateRebuild rebuild = StockGateRebuild.begin(gates, rebuilt);

        List<JsonNode> answers = answers(List.of(
                line(sale, 2),
                line(other, 2),
                line(sale, 3),
                line(unknown, 2),
                line(sale, 2),
                line(rebuilt, 2),
                line(other, 2),
                line(sale, 1)));

        assertThat(answers)
                .extracting(answer -> answer.path("status").asInt())
                .containsExactly(202, 202, 409, 404, 409, 503, 409, 409);
        String orderId = body(answers.getFirst()).path("orderId").asString();
        assertThat(body(answers.getFirst()).path("status").asString()).isEqualTo("QUEUED");
        assertThat(answers.getFirst().path("headers").path("Location").asString())
                .isEqualTo("/api/orders/" + orderId);
        assertThat(problem(answers.get(2))).isEqualTo("/problems/sold-out");
        assertThat(answers.get(2).path("headers").path("X-Sale-State").asString())
                .isEqualTo("SOLD_OUT");
        assertThat(answers.get(2).path("headers").path("Content-Type").asString())
                .isEqualTo("application/problem+json");
        assertThat(problem(answers.get(3))).isEqualTo("/problems/sale-not-found");
        assertThat(problem(answers.get(4))).isEqualTo("/problems/already-purchased");
        assertThat(body(answers.get(4)).path("orderId").asString()).isEqualTo(orderId);
        assertThat(problem(answers.get(5))).isEqualTo("/problems/sale-warming-up");
        assertThat(answers.get(5).path("headers").path("Retry-After").asString())
                .isEqualTo("1");
        assertThat(body(answers.get(6)).path("orderId").asString())
                .isEqualTo(body(answers.get(1)).path("orderId").asString());
        assertThat(problem(answers.get(7))).isEqualTo("/problems/already-purchased");
        assertThat(rebuild).isNotNull();
        placement.placeEverything();
    }

    @Test
    void shouldAnswerExactlyAsItAnswersOne() {
        long sale = openSale(1);
        await().until(() -> reserve(sale, 1).status() == 202);
        for (long user : List.of(1L, 2L)) {
            Answer alone = reserve(sale, user);
            JsonNode together = answers(List.of(line(sale, user))).getFirst();
            assertThat(together.path("status").asInt()).isEqualTo(alone.status());
            assertThat(body(together)).isEqualTo(alone.body());
            together.path("headers")
                    .properties()
                    .forEach(header -> assertThat(alone.raw().headers().firstValue(header.getKey()))
                            .hasValue(header.getValue().asString()));
        }
    }

    @Test
    void shouldSellExactlyWhatThereIsToGroupsInParallel() {
        long sale = openSale(700);
        await().until(() -> gates.state(sale).isPresent());
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
        assertThat(send(LongStream.rangeClosed(1, 257)
                                .mapToObj(user -> line(1, user))
                                .toList())
                        .status())
                .isEqualTo(400);
    }

    @Test
    void shouldListenToNobodyButTheGateway() {
        String one = json.writeValueAsString(new AdmissionCall(List.of(line(1, 1))));
        assertThat(call("POST", AdmissionCall.PATH, "", one).status()).isEqualTo(401);
        assertThat(call("POST", AdmissionCall.PATH, shopper(1), one).status()).isEqualTo(403);
        assertThat(call("POST", AdmissionCall.PATH, admin(), one).status()).isEqualTo(403);
        assertThat(call("POST", AdmissionCall.PATH, service(), one).status()).isEqualTo(403);
        assertThat(call("POST", "/internal/stock/deductions", gateway(), "{}").status())
                .as("and the gateway may do nothing else")
                .isEqualTo(403);
    }
}
