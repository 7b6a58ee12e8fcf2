package io.flashsale.commons.problem;

import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;

/**
 * Logs an outage that each request notices anew: at once, and then once in {@link #WHILE}, with the number of
 * skipped lines. So an outage does not fill the disk.
 */
public final class OutageLog {

    static final Duration WHILE = Duration.ofSeconds(10);

    private final Logger log;
    private final String away;
    private final InstantSource clock;
    private long next = Long.MIN_VALUE;
    private long leftOut;

    /** @param away the message, followed by the reason */
    public OutageLog(Logger log, String away) {
        this(log, away, InstantSource.system());
    }

    OutageLog(Logger log, String away, InstantSource clock) {
        this.log = log;
        this.away = away;
        this.clock = clock;
    }

    public synchronized void warn(Object reason) {
        long now = clock.millis();
        if (now < next) {
            leftOut++;
            return;
        }
        next = now + WHILE.toMillis();
        log.warn("{}: {} leftOut={}", away, reason, leftOut);
        leftOut = 0;
    }
}
