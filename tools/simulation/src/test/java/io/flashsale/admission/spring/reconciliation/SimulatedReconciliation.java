package io.flashsale.admission.spring.reconciliation;

import io.flashsale.admission.StockGateWarmUp;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.outbox.Backlog;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.redis.Leadership;
import io.flashsale.admission.spring.CampaignType;
import io.flashsale.simulation.shop.World;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** Opens what the simulation needs of this package. */
public final class SimulatedReconciliation {

    private SimulatedReconciliation() {}

    /** Each call is one comparison. */
    public static Runnable of(
            CampaignType type,
            StockGates gates,
            OutboxRelay relay,
            List<Backlog> queues,
            CampaignLedger ledger,
            StockGateWarmUp.Campaigns campaigns,
            StockGateWarmUp warmUp,
            Leadership leadership,
            MeterRegistry meters,
            World world) {
        Comparer comparer = new Comparer(gates, relay, queues, ledger, world.clock(), world::sleep);
        Reconciliation reconciliation =
                new Reconciliation(type, comparer, campaigns::wanted, warmUp, leadership, meters);
        return () -> {
            try {
                reconciliation.run();
            } catch (InterruptedException impossible) {
                throw new IllegalStateException(impossible);
            }
        };
    }
}
