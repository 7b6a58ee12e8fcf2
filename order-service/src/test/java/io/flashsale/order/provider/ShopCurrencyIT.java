package io.flashsale.order.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commons.MissingSettingException;
import io.flashsale.order.OrderServiceFixture;
import java.util.Currency;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The shop of the tests is in euros. */
class ShopCurrencyIT extends OrderServiceFixture {

    @Autowired
    private ShopCurrencyMapper rows;

    private void start(String currency) {
        new ShopCurrency(Currency.getInstance(currency), rows).afterSingletonsInstantiated();
    }

    @Test
    void shouldBeGivenToTheProviderWithChargesAndRefunds() {
        Map.Entry<Long, Long> order = placed();
        pay(order);
        assertThat(provider.currencies()).extracting(Currency::getCurrencyCode).containsExactly("EUR");
        provider.reset();
        String path = "/api/admin/orders/" + order.getKey() + "/refund";
        assertStatus(call("POST", path, adminToken(), "{\"unitsBack\": true}"), 200);
        awaitStatus(order.getKey(), "REFUNDED");
        assertThat(provider.currencies()).extracting(Currency::getCurrencyCode).containsExactly("EUR");
    }

    @Test
    void shouldStayTheOneOfTheFirstStart() {
        start("EUR");
        assertThatThrownBy(() -> start("JPY"))
                .isInstanceOf(MissingSettingException.class)
                .hasMessageContaining("EUR");
        assertThat(rows.noted()).isEqualTo("EUR");
    }
}
