package io.flashsale.gateway.support;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;

/**
 * A gateway whose limits, breakers and time-outs use a clock that stands still. Each test starts an hour after the
 * previous one.
 */
@Import(ManualClock.class)
public abstract class ManualClockTest extends GatewayTest {

    @Autowired
    protected ManualClock time = new ManualClock();

    @BeforeEach
    void letLimitsRefill() {
        time.pass(Duration.ofHours(1));
    }
}
