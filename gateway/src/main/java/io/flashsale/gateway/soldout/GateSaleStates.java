package io.flashsale.gateway.soldout;

import io.flashsale.admission.AdmissionGates;
import io.flashsale.admission.GateState;
import java.util.Optional;

/** Reads the gates that stock-service keeps in Redis. */
final class GateSaleStates implements SaleStates {

    private final AdmissionGates gates;

    GateSaleStates(AdmissionGates gates) {
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

    private static SaleState of(GateState gate) {
        return new SaleState(
                gate.remaining() == 0 && !gate.fenced() && gate.sameRun(),
                gate.epoch() + '/' + gate.returned() + '/' + gate.revision(),
                gate.holders(),
                gate.closesAt());
    }
}
