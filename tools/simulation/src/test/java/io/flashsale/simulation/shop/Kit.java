package io.flashsale.simulation.shop;

import io.flashsale.admission.spring.CampaignType;
import io.flashsale.commons.kafka.DeadLetters;
import io.flashsale.contracts.stock.StockLedger;
import io.flashsale.simulation.script.Scripts;
import io.flashsale.stock.reservation.SimulatedCampaigns;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.function.BiFunction;
import tools.jackson.databind.json.JsonMapper;

/** What one schedule after the other uses, as it takes longer to make than a schedule takes. For one thread. */
final class Kit {

    final JsonMapper json = JsonMapper.builder().build();
    final MeterRegistry meters = new CompositeMeterRegistry();
    final Counter conflicts = meters.counter("conflicts");
    final CampaignType type = SimulatedCampaigns.type(json);
    final SimulatedKafka kafka = new SimulatedKafka();
    final DeadLetters letters = new DeadLetters(kafka.template(), () -> {});
    final SimulatedRedis redis;

    /** The ledger that placement asks; a test may put another one before it. */
    final BiFunction<SimulatedTables, StockLedger, StockLedger> ledger;

    /** Whether a restored database gives the ids of orders again. */
    final boolean idsComeBack;

    Kit() {
        this(Scripts.UNCHANGED, (_, real) -> real, false);
    }

    Kit(Scripts scripts, BiFunction<SimulatedTables, StockLedger, StockLedger> ledger, boolean idsComeBack) {
        this.ledger = ledger;
        this.idsComeBack = idsComeBack;
        redis = new SimulatedRedis(scripts, SimulatedShop.SALE);
    }
}
