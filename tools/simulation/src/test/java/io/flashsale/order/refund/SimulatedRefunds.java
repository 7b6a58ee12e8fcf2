package io.flashsale.order.refund;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.simulation.shop.MapperDouble;
import io.flashsale.simulation.shop.SimulatedTables;
import io.flashsale.simulation.shop.SimulatedTables.ChargeLine;
import java.time.Duration;
import java.util.Objects;

/** Opens what the simulation needs of this package: refunds become due, and nobody makes them. */
public final class SimulatedRefunds {

    private static final RepeatedTask NOT_STARTED = new RepeatedTask("refunds", Duration.ofSeconds(1), () -> {});

    private SimulatedRefunds() {}

    public static Refunds due(SimulatedTables tables) {
        return new Refunds(MapperDouble.of(RefundMapper.class, new Rows(tables)), event -> {}, NOT_STARTED);
    }

    /** The statements of {@link RefundMapper}. A refund is noted at its charge. */
    @SuppressWarnings({"UnusedMethod", "unused"}) // called through the mapper
    private record Rows(SimulatedTables tables) {

        void insert(String chargeId, long orderId, long amountCents, RefundReason reason) {
            ChargeLine charge = Objects.requireNonNull(tables.charges.lock(chargeId));
            tables.charges.put(chargeId, charge.refunded(reason.name()));
        }
    }
}
