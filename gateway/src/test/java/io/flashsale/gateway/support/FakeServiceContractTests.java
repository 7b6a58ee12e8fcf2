package io.flashsale.gateway.support;

import io.flashsale.contracts.reservation.SaleStateHeader;
import io.flashsale.contracts.testing.AdmissionContract;
import org.junit.jupiter.api.AfterEach;

/** The fake as stock-service: each request of a group gets the answer configured for a single one. */
class FakeServiceContractTests implements AdmissionContract {

    private final FakeService stock = FakeService.started("stock");

    @AfterEach
    void close() {
        stock.close();
    }

    @Override
    public String url() {
        return stock.url();
    }

    @Override
    public String gatewayToken() {
        return "unchecked";
    }

    @Override
    public long openSale() {
        return answering(
                1, FakeService.json(202, "{\"orderId\":\"5\",\"status\":\"QUEUED\"}", "Location", "/api/orders/5"));
    }

    @Override
    public long soldOutSale() {
        return answering(
                2,
                FakeService.json(
                        409, "{\"type\":\"/problems/sold-out\"}", SaleStateHeader.NAME, SaleStateHeader.SOLD_OUT));
    }

    @Override
    public long unknownSale() {
        return answering(3, FakeService.json(404, "{\"type\":\"/problems/sale-not-found\"}"));
    }

    private long answering(long sale, FakeService.Answer answer) {
        stock.on("/api/sales/" + sale + "/reservations", answer);
        return sale;
    }
}
