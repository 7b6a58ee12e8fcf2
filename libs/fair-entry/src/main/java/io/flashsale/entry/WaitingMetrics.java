package io.flashsale.entry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Counts shoppers who wait although there is a unit for them, and those let in. The serving instance counts. */
@Component
class WaitingMetrics {

    private final Map<Long, Long> waiting = new ConcurrentHashMap<>();
    private final Counter served;

    WaitingMetrics(MeterRegistry meters) {
        Gauge.builder("flashsale.entry.waiting", waiting, WaitingMetrics::sum)
                .description("places of open sales that are not served yet although there is a free unit")
                .register(meters);
        this.served = Counter.builder("flashsale.entry.served")
                .description("places that were served, or passed over because they are nobody's")
                .register(meters);
    }

    private static double sum(Map<Long, Long> waiting) {
        return waiting.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Sets how many of this sale wait now for units that could be given to them. */
    void waiting(long saleId, long places) {
        waiting.put(saleId, places);
    }

    void served(long places) {
        served.increment(places);
    }

    /** Forgets all other sales: their waiting rooms are not looked after here any more. */
    void keepOnly(Collection<Long> saleIds) {
        waiting.keySet().retainAll(saleIds);
    }
}
