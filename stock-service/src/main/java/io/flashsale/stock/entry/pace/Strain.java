package io.flashsale.stock.entry.pace;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Whether this instance has too much to do, by its own meters: since the last look it could not decide on a request for a unit,
 * or took longer than {@link #SLOW} for a group of them on average.
 */
@Component
public class Strain {

    static final Duration SLOW = Duration.ofMillis(500);

    private final MeterRegistry meters;
    private double undecided;
    private double seconds;
    private long calls;

    Strain(MeterRegistry meters) {
        this.meters = meters;
    }

    /** Since the last look. To be called by one thread at a time. */
    public boolean look() {
        double undecidedNow = count("not-ready") + count("undecided");
        double secondsNow = 0;
        long callsNow = 0;
        for (Timer timer : meters.find("http.server.requests")
                .tag("uri", "/internal/admissions")
                .timers()) {
            secondsNow += timer.totalTime(TimeUnit.SECONDS);
            callsNow += timer.count();
        }
        boolean slow = (secondsNow - seconds) * 1_000 > (callsNow - calls) * (double) SLOW.toMillis();
        boolean strained = undecidedNow > undecided || slow;
        undecided = undecidedNow;
        seconds = secondsNow;
        calls = callsNow;
        return strained;
    }

    private double count(String outcome) {
        Counter counter =
                meters.find("flashsale.reservations").tag("outcome", outcome).counter();
        return counter == null ? 0 : counter.count();
    }
}
