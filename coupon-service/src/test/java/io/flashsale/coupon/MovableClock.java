package io.flashsale.coupon;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Shows the real time unless a test sets another. */
public final class MovableClock extends Clock {

    private volatile InstantSource time = Clock.systemUTC();

    /** Replaces the service's clock. */
    @TestConfiguration
    static class Instead {

        @Bean
        @Primary
        MovableClock movableClock() {
            return new MovableClock();
        }
    }

    /** Stops the clock at this moment. */
    public void standAt(Instant moment) {
        time = InstantSource.fixed(moment);
    }

    public void back() {
        time = Clock.systemUTC();
    }

    @Override
    public Instant instant() {
        return time.instant();
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
