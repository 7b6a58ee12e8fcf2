package io.flashsale.order;

import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.testing.StockServiceContract;
import java.util.concurrent.atomic.AtomicLong;

class StubStockServiceContractTests implements StockServiceContract {

    private static final AtomicLong IDS = new AtomicLong();

    private final StubStockService stub = new StubStockService();

    @Override
    public String url() {
        return stub.url();
    }

    @Override
    public String serviceToken() {
        return "unchecked";
    }

    @Override
    public long sale(int units) {
        long sale = IDS.incrementAndGet();
        stub.stock(sale, units);
        return sale;
    }

    @Override
    public long priceCents() {
        return StubStockService.PRICE_CENTS;
    }

    @Override
    public void release(OrderReleased ended) {
        stub.release(ended);
    }

    @Override
    public long reservation(long saleId, long userId) {
        long order = IDS.incrementAndGet();
        stub.reserved(order, saleId, userId);
        return order;
    }
}
