package io.flashsale.order.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.order.OrderServiceFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExportIT extends OrderServiceFixture {

    private List<String> lines(String path) {
        Answer answer = asAdmin("GET", path);
        assertStatus(answer, 200);
        assertThat(answer.raw().headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/csv"));
        return answer.raw().body().lines().toList();
    }

    @Test
    void shouldHandOutTheOrdersAndRefundsOfASale() {
        Map<Long, Long> orders = placed(1_002); // more than a page
        Map.Entry<Long, Long> first = orders.entrySet().iterator().next();
        long sale = number("SELECT sale_id FROM orders WHERE id = ?", first.getKey());
        pay(first);
        String path = "/api/admin/orders/" + first.getKey() + "/refund";
        assertStatus(call("POST", path, adminToken(), "{\"unitsBack\": true}"), 200);
        awaitStatus(first.getKey(), "REFUNDED");

        assertThat(lines("/api/admin/exports/orders?saleId=" + sale)).hasSize(1_003);
        assertThat(lines("/api/admin/exports/orders?separator=SEMICOLON&saleId=" + sale))
                .filteredOn(line -> line.contains(first.getKey().toString()))
                .singleElement()
                .asString()
                .contains(";\"A lamp\";".replace("\"", ""), ";EUR;REFUNDED;REFUNDED_BY_ADMINISTRATOR;");
        assertThat(lines("/api/admin/exports/refunds?saleId=" + sale))
                .hasSize(2)
                .last()
                .asString()
                .contains("mock-" + first.getKey(), ",EUR,BY_ADMINISTRATOR,REFUNDED,");
    }

    @Test
    void shouldRefuseWhoeverIsNoAdministratorAndWhatIsNoSale() {
        String path = "/api/admin/exports/orders";
        assertStatus(get(path + "?saleId=1", newId()), 403);
        assertProblem(asAdmin("GET", path), "invalid-request");
        assertProblem(asAdmin("GET", path + "?saleId=x"), "invalid-request");
        assertProblem(asAdmin("GET", path + "?saleId=1&separator=x"), "invalid-request");
        assertThat(lines(path + "?saleId=1")).hasSize(1);
    }
}
