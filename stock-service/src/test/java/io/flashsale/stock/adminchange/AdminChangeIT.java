package io.flashsale.stock.adminchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.stock.StockServiceFixture;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The service records each change of an administrator, successful or not. Only administrators see the record. */
class AdminChangeIT extends StockServiceFixture {

    private static final String CHANGES = "/api/admin/changes/stock";
    private static final String PRODUCTS = "/api/admin/products";
    private static final String LAMP = "{\"name\":\"A lamp\",\"imageUrl\":\"/images/products/lamp.svg\"}";

    private List<JsonNode> changes() {
        Answer answer = call("GET", CHANGES + "?limit=500", admin(), "");
        return answer.body().path("items").valueStream().toList();
    }

    /** The record once it has its end: a large answer may reach the caller before that. */
    private JsonNode changeOf(String correlationId) {
        return await().pollDelay(Duration.ZERO)
                .until(
                        () -> changes().stream()
                                .filter(change ->
                                        change.path("correlationId").asString().equals(correlationId))
                                .filter(change -> change.hasNonNull("status"))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    @Test
    void shouldRecordWhoChangedWhatFromWhereAndWhatCameOfIt() {
        Answer made = call(
                "POST", PRODUCTS, admin(), LAMP, "X-Correlation-Id", "change-0001", "X-Forwarded-For", "192.0.2.7");
        JsonNode change = changeOf("change-0001");
        assertThat(change.path("accountId").asString()).isEqualTo("1");
        assertThat(change.path("address").asString()).isEqualTo("192.0.2.7");
        assertThat(change.path("method").asString()).isEqualTo("POST");
        assertThat(change.path("path").asString()).isEqualTo(PRODUCTS);
        assertThat(change.path("body").asString()).isEqualTo(LAMP);
        assertThat(change.path("status").asInt()).isEqualTo(made.status());
    }

    @Test
    void shouldRecordWhatWasRefusedAndOnlyTheBeginningOfWhatIsLong() {
        String tooLong = "{\"name\":\"" + "秒杀".repeat(2_000) + "\"}";
        Answer refused = call("POST", PRODUCTS, admin(), tooLong, "X-Correlation-Id", "change-0002");
        assertThat(refused.status()).isEqualTo(400);
        JsonNode change = changeOf("change-0002");
        assertThat(change.path("status").asInt()).isEqualTo(400);
        assertThat(change.path("body").asString()).hasSizeLessThan(1_001).startsWith("{\"name\":\"秒杀");
    }

    @Test
    void shouldRecordNeitherWhoLooksNorWhoIsNoAdministratorAndTellAdministratorsAlone() {
        call("GET", PRODUCTS, admin(), "", "X-Correlation-Id", "change-0003");
        call("POST", PRODUCTS, shopper(7), LAMP, "X-Correlation-Id", "change-0004");
        call("POST", PRODUCTS, "", LAMP, "X-Correlation-Id", "change-0005");
        assertThat(changes())
                .extracting(change -> change.path("correlationId").asString())
                .doesNotContain("change-0003", "change-0004", "change-0005");
        assertThat(call("GET", CHANGES, "", "").status()).isEqualTo(401);
        assertThat(call("GET", CHANGES, shopper(7), "").status()).isEqualTo(403);
        assertThat(call("GET", CHANGES, service(), "").status()).isEqualTo(403);
        assertThat(call("GET", CHANGES + "?limit=0", admin(), "").problem()).isEqualTo("invalid-request");
    }
}
