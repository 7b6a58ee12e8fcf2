package io.flashsale.coupon;

import io.flashsale.contracts.testing.SaleProductContract;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;

/** Checks this module's stub of stock-service against the contract. */
class StubSaleProductContractIT extends CouponServiceFixture implements SaleProductContract {

    @Value("${flashsale.services.stock-url}")
    private String stockUrl = "";

    @Override
    public String url() {
        return stockUrl;
    }

    @Override
    public Map.Entry<Long, Long> saleOfProduct() {
        long sale = newId();
        PRODUCT_OF_SALE.put(sale, 2L);
        return Map.entry(sale, 2L);
    }

    @Override
    public long unknownSale() {
        return newId();
    }
}
