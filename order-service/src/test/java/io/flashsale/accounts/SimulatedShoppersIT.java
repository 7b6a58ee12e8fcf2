package io.flashsale.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.testing.Together;
import io.flashsale.order.OrderServiceFixture;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Crowds for load tests: ordinary accounts, except that nobody can log in to them. */
@Tag("long")
class SimulatedShoppersIT extends OrderServiceFixture {

    private Answer crowd(String body) {
        return call("POST", "/api/admin/shoppers", adminToken(), body);
    }

    private List<JsonNode> shoppers(int count) {
        Answer answer = crowd("{\"count\":" + count + "}");
        assertStatus(answer, 200);
        assertThat(answer.raw().headers().firstValue("Content-Type")).hasValue("application/x-ndjson");
        return answer.raw().body().lines().map(json::readTree).toList();
    }

    @Test
    void shouldBeAsManyAsAskedForEachWithAnAccountAndAToken() {
        requireRealShoppers(234);
    }

    /** More than are made ahead of the reader, even on a machine with dozens of processors. */
    @Test
    @Tag("weekly")
    void shouldBeAsManyAsAskedForAlsoByTheThousand() {
        requireRealShoppers(2_500);
    }

    private void requireRealShoppers(int count) {
        List<JsonNode> shoppers = shoppers(count);

        assertThat(shoppers)
                .hasSize(count)
                .allSatisfy(shopper -> assertThat(shopper.path("username").asString())
                        .startsWith("shopper-")
                        .hasSizeLessThanOrEqualTo(32));
        assertThat(shoppers)
                .extracting(shopper -> shopper.path("userId").asString())
                .doesNotHaveDuplicates();
        for (JsonNode shopper : List.of(shoppers.getFirst(), shoppers.get(count / 2), shoppers.getLast())) {
            String name = shopper.path("username").asString();
            long id = number("SELECT id FROM account WHERE username = ? AND role = 'SHOPPER'", name);
            assertThat(shopper.path("userId").asString()).isEqualTo(Long.toString(id));
            assertStatus(call("GET", "/api/orders", shopper.path("token").asString(), null), 200);
        }
    }

    @Test
    void shouldNotBeLoggedInToByAnybody() {
        String name = shoppers(1).getFirst().path("username").asString();
        for (String password : List.of("", "*", name, "the password of nobody", "{noop}")) {
            assertThat(logIn(name, password).problem()).as(password).isEqualTo("bad-credentials");
        }
    }

    @Test
    void shouldBeDistinctAlsoWhenSeveralCrowdsAreMadeAtOnce() {
        List<List<JsonNode>> crowds = Together.run(
                List.<Callable<List<JsonNode>>>of(() -> shoppers(150), () -> shoppers(150), () -> shoppers(150)));

        assertThat(crowds.stream()
                        .flatMap(List::stream)
                        .map(shopper -> shopper.path("userId").asString()))
                .hasSize(450)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "{}", "[]",
                "{\"count\":null}", "{\"count\":\"many\"}", "{\"count\":0}",
                "{\"count\":-1}", "{\"count\":100001}", "{\"count\":99999999999}"
            })
    void shouldBeAPossibleNumber(String body) {
        assertProblem(crowd(body), 400, "invalid-request");
    }

    @Test
    void shouldBeMadeByAdministratorsOnly() {
        assertProblem(call("POST", "/api/admin/shoppers", token(5), "{\"count\":1}"), "forbidden");
        assertProblem(call("POST", "/api/admin/shoppers", "", "{\"count\":1}"), "unauthenticated");
    }
}
