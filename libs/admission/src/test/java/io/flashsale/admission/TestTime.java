package io.flashsale.admission;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Time that passes only when a test says so. Serves code that counts nanoseconds and code that reads a clock. */
public final class TestTime extends Clock implements LongSupplier {

    private final AtomicLong nanos = new AtomicLong();

    public void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    public long getAsLong() {
        return nanos.get();
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanos.get());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException();
    }
}
