package io.flashsale.stock;

import static org.awaitility.Awaitility.await;

import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.testing.AdmissionContract;
import io.flashsale.contracts.testing.SaleProductContract;
import io.flashsale.contracts.testing.StockServiceContract;
import io.flashsale.stock.ledger.LedgerService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Checks the stubs that tests of order-service, coupon-service and the gateway use against the real service. */
class StockServiceContractIT extends StockServiceFixture
        implements StockServiceContract, AdmissionContract, SaleProductContract {

    @LocalServerPort
    private int port;

    @Autowired
    private LedgerService ledger;

    @Autowired
    private JdbcClient jdbc;

    @Override
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public String serviceToken() {
        return service();
    }

    @Override
    public String gatewayToken() {
        return gateway();
    }

    @Override
    public long sale(int units) {
        return openSale(units);
    }

    @Override
    public long priceCents() {
        return 100;
    }

    @Override
    public void release(OrderReleased ended) {
        ledger.release(ended.saleId(), List.of(ended));
    }

    @Override
    public long reservation(long saleId, long userId) {
        Answer accepted = await().atMost(Duration.ofMinutes(2)) // until its gate is there
                .until(() -> reserve(saleId, userId), answer -> answer.status() == 202);
        return Long.parseLong(accepted.body().path("orderId").asString());
    }

    @Override
    public long openSale() {
        return openTo(1, 3);
    }

    @Override
    public long soldOutSale() {
        return openTo(1, 1);
    }

    @Override
    public Map.Entry<Long, Long> saleOfProduct() {
        long sale = openSale(1);
        return Map.entry(
                sale,
                jdbc.sql("SELECT product_id FROM sale WHERE id = ?")
                        .param(sale)
                        .query(Long.class)
                        .single());
    }

    @Override
    public long unknownSale() {
        return 999_999_998L;
    }

    /** A sale with this many units, one of which the shopper holds. */
    private long openTo(long user, int units) {
        long sale = openSale(units);
        reservation(sale, user);
        return sale;
    }
}
