package io.flashsale.gateway.soldout;

import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.bucket.Buckets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the gates that stock-service keeps in Redis. */
record GateSaleStates(StockGates gates) implements SaleStates {

    @Override
    public Map<Long, SaleState> states(Set<Long> saleIds) {
        Map<Long, SaleState> states = new HashMap<>();
        gates.bucketStates(saleIds).forEach((sale, buckets) -> {
            if (buckets.stream().allMatch(Optional::isPresent)) {
                states.put(sale, of(buckets.stream().flatMap(Optional::stream).toList()));
            }
        });
        return states;
    }

    @Override
    public long[] holders(long saleId) {
        return gates.holders(saleId);
    }

    @Override
    public Optional<long[]> lateHolders(long saleId, int bucket, String epoch, long known) {
        return gates.lateHolders(Buckets.gate(saleId, bucket), epoch, known);
    }

    @Override
    public Optional<Set<Long>> offered(long saleId, String epoch) {
        return gates.offered(saleId, epoch);
    }

    static SaleState of(List<StockGateState> buckets) {
        return new SaleState(
                buckets.stream().allMatch(gate -> !gate.rebuilding() && gate.sameRun() && gate.remaining() >= 0),
                buckets.stream()
                        .mapToLong(gate -> gate.remaining() - gate.moved())
                        .sum(),
                buckets.stream().map(StockGateState::epoch).toList(),
                buckets.stream().map(StockGateState::late).toList(),
                buckets.getFirst().closesAt());
    }
}
