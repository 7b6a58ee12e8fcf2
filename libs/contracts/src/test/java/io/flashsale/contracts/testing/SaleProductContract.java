package io.flashsale.contracts.testing;

import static io.flashsale.contracts.testing.InternalCalls.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How coupon-service learns from stock-service which product a sale offers. */
public interface SaleProductContract {

    String url();

    /** A sale with its product. */
    Map.Entry<Long, Long> saleOfProduct();

    long unknownSale();

    private JsonNode sale(long id) {
        return InternalCalls.to(url())
                .get()
                .uri("/api/sales/{id}", id)
                .retrieve()
                .requiredBody(JsonNode.class);
    }

    @Test
    default void shouldNameTheProductOfASaleToAnybody() {
        Map.Entry<Long, Long> sale = saleOfProduct();
        JsonNode product = sale(sale.getKey()).path("product").path("id");
        assertThat(product.isString()).isTrue();
        assertThat(product.asString()).isEqualTo(sale.getValue().toString());
        assertThat(refusal(() -> sale(unknownSale()))).isEqualTo("404 sale-not-found");
    }
}
