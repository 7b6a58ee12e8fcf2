package io.flashsale.locklab.path.call;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;
import java.io.IOException;
import java.time.Duration;

/**
 * Calls the stock, and calls again if there is no response.
 *
 * <p>Guarantees: the units are taken at least once. Does not: take them only once. A time-out says nothing about
 * what the server has done.
 */
final class RetriedCall implements StockCall {

    private static final int ATTEMPTS = 8;
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(250);

    private final StockHttpClient server;

    RetriedCall(StockHttpClient server) {
        this.server = server;
    }

    @Override
    public Outcome deduct(String item, int units) throws InterruptedException {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            try {
                return server.deduct(item, units, "");
            } catch (IOException noAnswer) {
                FailPoints.hit(FailPoints.RETRIED);
                Thread.sleep(BETWEEN_ATTEMPTS);
            }
        }
        return Outcome.BUSY;
    }
}
