package io.flashsale.gateway.soldout;

import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import java.util.Optional;

/** Reads the gates that stock-service keeps in Redis. */
final class GateSaleStates implements SaleStates {

    private final StockGates gates;

    GateSaleStates(StockGates gates) {
        this.gates = gates;
    }

    @Override
    public Optional<SaleState> state(long saleId) {
        return gates.state(saleId).map(GateSaleStates::of);
    }

    @Override
    public long[] holders(long saleId) {
        return gates.holders(saleId);
    }

    private static SaleState of(StockGateState gate) {
        return new SaleState(
                gate.remaining() == 0 && !gate.rebuilding() && gate.sameRun(),
                gate.epoch() + '/' + gate.returned() + '/' + gate.revision(),
                gate.holders(),
                gate.closesAt());
    }
}
