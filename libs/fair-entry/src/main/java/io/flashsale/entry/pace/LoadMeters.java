package io.flashsale.entry.pace;

import io.flashsale.contracts.problem.RefusalReason;
import io.flashsale.contracts.problem.RefusalReason.Campaign;
import io.flashsale.contracts.problem.RefusalReason.Meaning;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Reads the {@link Load} of this instance from its meters. So no request has to count anything for it. */
@Component
class LoadMeters {

    /** Requests for units in groups, requests to enter, and requests for a ticket. */
    private static final List<Tags> TIMED = List.of(
            Tags.of("uri", "/internal/admissions"),
            Tags.of("uri", "/api/sales/{saleId}/entry", "method", "POST"),
            Tags.of("uri", "/api/sales/{saleId}/entry/ticket"));

    private final MeterRegistry meters;

    LoadMeters(MeterRegistry meters) {
        this.meters = meters;
    }

    Load read() {
        return new Load(
                (long) meters.find("flashsale.reservations").counters().stream()
                        .mapToDouble(Counter::count)
                        .sum(),
                count("flashsale.reservations.shed", Tags.empty()),
                Stream.of(RefusalReason.values())
                        .filter(reason -> reason.meaning() != Meaning.FINAL)
                        .mapToLong(reason ->
                                count("flashsale.reservations", Tags.of("outcome", reason.outcome(Campaign.SALE))))
                        .sum(),
                TIMED.stream().map(this::calls).toList());
    }

    private Load.Calls calls(Tags kind) {
        Collection<Timer> timers =
                meters.find("http.server.requests").tags(kind).timers();
        long millis = (long) timers.stream()
                .mapToDouble(timer -> timer.totalTime(TimeUnit.MILLISECONDS))
                .sum();
        return new Load.Calls(timers.stream().mapToLong(Timer::count).sum(), millis);
    }

    private long count(String name, Tags tags) {
        Counter counter = meters.find(name).tags(tags).counter();
        return counter == null ? 0 : (long) counter.count();
    }
}
