package io.flashsale.gateway.soldout;

import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the gates that stock-service keeps in Redis. */
final class GateSaleStates implements SaleStates {

    private final StockGates gates;

    GateSaleStates(StockGates gates) {
        this.gates = gates;
    }

    @Override
    public Map<Long, SaleState> states(Set<Long> saleIds) {
        Map<Long, SaleState> states = new HashMap<>();
        gates.states(saleIds).forEach((sale, gate) -> gate.ifPresent(known -> states.put(sale, of(known))));
        return states;
    }

    @Override
    public long[] holders(long saleId) {
        return gates.holders(saleId);
    }

    @Override
    public Optional<long[]> lateHolders(long saleId, String epoch, long known) {
        return gates.lateHolders(saleId, epoch, known);
    }

    private static SaleState of(StockGateState gate) {
        return new SaleState(
                !gate.rebuilding() && gate.sameRun(), gate.remaining(), gate.epoch(), gate.late(), gate.closesAt());
    }
}
