package io.flashsale.locklab.path.call;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Calls the stock under an operation id. Without a response it looks the outcome up, with growing pauses. It calls
 * again, with the same id, only if the outcome is unknown.
 *
 * <p>Guarantees: the final answer to the caller is what was done, once. Does not: guarantee a final answer. While
 * the stock is unreachable, neither yes nor no is right, and the caller stays {@link Outcome#BUSY}.
 */
final class NamedCall implements StockCall {

    /** The call timed out; its outcome is about to be looked up. */
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
