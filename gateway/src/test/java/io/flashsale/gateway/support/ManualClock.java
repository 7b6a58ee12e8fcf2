package io.flashsale.gateway.support;

import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.context.annotation.Primary;

/** The clock and the ticker of a gateway under test: time stands still until a test advances it. */
@Primary
public final class ManualClock extends Clock implements Ticker {

    private final Instant start = Instant.now(); // tokens are checked by the system's clock
    private final AtomicLong passedNanos = new AtomicLong();

    public void pass(Duration time) {
        passedNanos.addAndGet(time.toNanos());
    }

    @Override
    public Instant instant() {
        return start.plusNanos(passedNanos.get());
    }

    @Override
    public long read() {
        return passedNanos.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
