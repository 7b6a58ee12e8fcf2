package io.flashsale.order.placement;

import static org.awaitility.Awaitility.await;

import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.contracts.testing.PlacementContract;
import io.flashsale.order.OrderServiceFixture;
import io.flashsale.order.StubStockService;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.kafka.core.KafkaAdmin;

/** Checks the real placement against the contract that stock-service's test double keeps. */
class PlacementContractIT extends OrderServiceFixture implements PlacementContract {

    @Autowired
    private KafkaAdmin admin;

    @Override
    public long sale(int units) {
        return newSale(units);
    }

    @Override
    public long priceCents() {
        return StubStockService.PRICE_CENTS;
    }

    @Override
    public void send(StockReservedGroup group) {
        send(group.saleId(), json.writeValueAsBytes(group));
        kafka.flush();
    }

    @Override
    public void awaitCommitted() throws Exception {
        try (ConsumerProgress progress = new ConsumerProgress(admin)) {
            ConsumerProgress.Mark sent = progress.mark(StockReserved.TOPIC);
            await().atMost(Duration.ofMinutes(2))
                    .ignoreException(ConsumerProgress.UnknownProgressException.class)
                    .until(() -> progress.passed(StockReserved.PLACEMENT_GROUP, List.of(sent))
                            .contains(sent));
        }
    }

    @Override
    public Set<Long> holding(long saleId) {
        return STOCK.holding(saleId);
    }
}
