package io.flashsale.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Also covers an answer that is a stream. */
class AdminChangeIT extends OrderServiceFixture {

    @Test
    void shouldRecordThatShoppersWereMade() {
        Answer made =
                call("POST", "/api/admin/shoppers", adminToken(), "{\"count\":2}", "X-Correlation-Id", "shoppers-0001");
        assertStatus(made, 200);
        // The record may get its end a moment after the caller has the answer.
        await().untilAsserted(() -> assertThat(items("/api/admin/changes/orders"))
                .filteredOn(each -> each.path("correlationId").asString().equals("shoppers-0001"))
                .extracting(each -> texts(each, "username", "status", "body"))
                .contains(List.of("tester", "200", "{\"count\":2}")));
        assertStatus(get("/api/admin/changes/orders", 7), 403);
    }
}
