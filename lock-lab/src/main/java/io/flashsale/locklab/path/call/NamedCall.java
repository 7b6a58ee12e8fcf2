package io.flashsale.locklab.path.call;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Calls the stock under the name of an operation; if there is no answer, looks up what became of it, with growing pauses,
 * and calls again, under the same name, only if nothing is known.
 *
 * <p>Guarantees: whatever the caller is told in the end is what was done, once. Does not: that there is an end; while the
 * stock does not answer at all, neither yes nor no is right, and the caller stays {@link Outcome#BUSY}.
 */
final class NamedCall implements StockCall {

    /** The answer did not come in time; the outcome is going to be looked up. */
    static final String LOOKS_UP = "looks-the-outcome-up";

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final int LOOKS = 6;

    private final StockHttpClient server;

    NamedCall(StockHttpClient server) {
        this.server = server;
    }

    @Override
    public Outcome deduct(String item, int units) throws InterruptedException {
        String operation = UUID.randomUUID().toString();
        try {
            return server.deduct(item, units, operation);
        } catch (IOException noAnswer) {
            return lookUp(operation, item, units);
        }
    }

    private Outcome lookUp(String operation, String item, int units) throws InterruptedException {
        Duration pause = FIRST_PAUSE;
        for (int look = 1; look <= LOOKS; look++) {
            FailPoints.hit(LOOKS_UP);
            Thread.sleep(pause);
            pause = pause.multipliedBy(2);
            try {
                Optional<Outcome> known = server.outcomeOf(operation);
                return known.isPresent() ? known.get() : server.deduct(item, units, operation);
            } catch (IOException stillNoAnswer) {
                FailPoints.hit(FailPoints.RETRIED);
            }
        }
        return Outcome.BUSY;
    }
}
