package io.flashsale.coupon;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** The right time, unless a test has put it elsewhere. */
public final class MovableClock extends Clock {

    private volatile InstantSource time = Clock.systemUTC();

    /** The clock that the service is given. */
    @TestConfiguration
    static class Instead {

        @Bean
        @Primary
        MovableClock movableClock() {
            return new MovableClock();
        }
    }

    /** Stands still at this moment. */
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
