package io.flashsale.stock;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.StockGateRebuild.Held;
import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.contracts.testing.PlacementContract;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Autowired;

class PlacementDoubleContractIT extends StockServiceFixture implements PlacementContract {

    @Autowired
    private ConsumerProgress progress;

    @Override
    public long sale(int units) {
        return openSale(units);
    }

    @Override
    public long priceCents() {
        return 100;
    }

    @Override
    public void send(StockReservedGroup group) {
        kafka.send(StockReserved.TOPIC, Long.toString(group.saleId()), json.writeValueAsBytes(group))
                .join();
    }

    @Override
    public void awaitCommitted() throws Exception {
        ConsumerProgress.Mark sent = progress.mark(StockReserved.TOPIC);
        placement.placeEverything();
        assertThat(progress.passed(StockReserved.PLACEMENT_GROUP, List.of(sent)))
                .containsExactly(sent);
    }

    @Override
    public Set<Long> holding(long saleId) {
        try (Stream<Held> holders = ledger.holders(saleId)) {
            return holders.map(Held::reservationId).collect(Collectors.toSet());
        }
    }
}
