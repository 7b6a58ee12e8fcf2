package io.flashsale.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Also covers an answer that is a stream. */
class AdminChangeIT extends OrderServiceFixture {

    @Test
    void shouldRecordThatShoppersWereMade() {
        Answer made =
                call("POST", "/api/admin/shoppers", adminToken(), "{\"count\":2}", "X-Correlation-Id", "shoppers-0001");
        assertThat(made.status()).isEqualTo(200);
        JsonNode change = call("GET", "/api/admin/changes/orders", adminToken(), null)
                .body()
                .path("items")
                .valueStream()
                .filter(each -> each.path("correlationId").asString().equals("shoppers-0001"))
                .findFirst()
                .orElseThrow();
        assertThat(change.path("username").asString()).isEqualTo("tester");
        assertThat(change.path("status").asInt()).isEqualTo(200);
        assertThat(change.path("body").asString()).isEqualTo("{\"count\":2}");
        assertThat(get("/api/admin/changes/orders", 7).status()).isEqualTo(403);
    }
}
