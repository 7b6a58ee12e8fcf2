package io.flashsale.system.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.client.Answer;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.Shop;
import io.flashsale.system.harness.Shop.User;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a request says beyond its call changes no data. */
class BadInputIT {

    private final RunningSystem system = RunningSystem.get();
    private final Shop shop = system.shop;
    private final long sale = shop.openSale(5);
    private final User user = shop.user();

    /** Ignores every field of a request that its call does not define. */
    @Test
    void shouldTakeNoPriceNoBuyerAndNoStateFromAnybody() {
        String more = "{\"userId\": \"1\", \"saleId\": \"1\", \"orderId\": \"1\", \"priceCents\": 1,"
                + " \"amountCents\": 1, \"discountCents\": 1998, \"status\": \"PAID\", \"quantity\": 5}";
        Answer reserved = shop.call("POST", "/api/sales/" + sale + "/reservations", user, more);
        String orderId = reserved.orderId();
        assertThat(orderId).as(reserved.text()).isNotEmpty();
        system.records.requireInvariants(sale, List.of(orderId));
        assertThat(system.records.available(sale)).isEqualTo(4);
        JsonNode order = shop.order(orderId, user).body();
        assertThat(order.path("status").asString()).isEqualTo("AWAITING_PAYMENT");
        assertThat(order.path("priceCents").asLong()).isEqualTo(1_999);
        assertThat(order.path("saleId").asString()).isEqualTo(Long.toString(sale));

        assertThat(shop.call("POST", "/api/orders/" + orderId + "/payment", user, more)
                        .status())
                .isEqualTo(200);
        JsonNode paid = shop.order(orderId, user).body();
        assertThat(paid.path("status").asString()).isEqualTo("PAID");
        assertThat(paid.path("priceCents").asLong()).isEqualTo(1_999);
        assertThat(paid.path("discountCents").asLong(0)).isZero();
    }
}
