package io.flashsale.admission.outbox;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits until everybody who was admitted before gates were closed has reached the database. */
public final class Drain {

    private static final Logger log = LoggerFactory.getLogger(Drain.class);

    /**
     * How long a request that was admitted just before its gate was closed may still be on its way to Kafka. Only needed
     * when Redis was lost and with it the outbox, which else would tell; a request that takes longer still reaches the
     * database, but its unit is missing in the rebuilt gate's count until the reconciliation has seen it.
     */
    private static final Duration REQUESTS_IN_FLIGHT = Duration.ofSeconds(1);

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final OutboxRelay relay;
    private final Backlog backlog;

    public Drain(OutboxRelay relay, Backlog backlog) {
        this.relay = relay;
        this.backlog = backlog;
    }

    /**
     * @param closed campaigns whose gates were closed just now
     * @param timeout after which the wait is given up
     * @return whether all is in the database; false after the timeout, or when the queue could not be asked
     */
    public boolean await(Collection<Long> closed, Duration timeout) throws InterruptedException {
        Instant end = Instant.now().plus(timeout);
        try {
            Backlog.Mark admitted = relay.mark(closed);
            Thread.sleep(REQUESTS_IN_FLIGHT);
            return passed(admitted, end, "the outbox still has entries from before the gates were closed")
                    && passed(backlog.mark(), end, "not everything that was queued is in the database yet");
        } catch (ExecutionException unknown) {
            log.warn("cannot tell whether all that was queued is in the database: {}", unknown.getMessage());
            return false;
        }
    }

    private static boolean passed(Backlog.Mark mark, Instant end, String otherwise)
            throws ExecutionException, InterruptedException {
        while (!mark.isPassed()) {
            if (!pauseUntil(end)) {
                log.warn(otherwise);
                return false;
            }
        }
        return true;
    }

    private static boolean pauseUntil(Instant end) throws InterruptedException {
        Thread.sleep(PAUSE);
        return Instant.now().isBefore(end);
    }
}
