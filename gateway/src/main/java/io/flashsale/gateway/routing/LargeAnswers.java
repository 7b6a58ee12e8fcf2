package io.flashsale.gateway.routing;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.commons.quota.ClientQuota;
import io.flashsale.gateway.upstream.Upstream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.hc.core5.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Limits answers that are too large to be buffered here. Each holds a connection to a service until its caller has
 * read it.
 *
 * <p>They may use a quarter of a service's connections. One address may use a quarter of that, one network half. A
 * caller that has kept an answer waiting for {@link #TIMEOUT} in all is cut off. So slow readers leave the
 * connections to others.
 */
@Component
class LargeAnswers {

    /** The total time that one answer may wait for its caller. Time that the service needs is not counted. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final int ONE_IN = 4;

    private final ClientQuota clients;
    private final LongSupplier nanoTime;
    private final Set<Passing> open = ConcurrentHashMap.newKeySet();

    @Autowired
    LargeAnswers(Ticker ticker) {
        this(Upstream.CONNECTIONS / ONE_IN, ticker::read);
    }

    /** @param places for all callers together */
    LargeAnswers(int places, LongSupplier nanoTime) {
        this.clients = new ClientQuota(Math.max(1, places / ONE_IN), places / 2, places);
        this.nanoTime = nanoTime;
    }

    /** An answer in transfer; closed at its end. */
    final class Passing implements AutoCloseable {

        private final Cancellable call;
        private final ClientQuota.Share client;
        private long left = TIMEOUT.toNanos();
        private volatile long end;
        private volatile boolean waiting;

        private Passing(Cancellable call, ClientQuota.Share client) {
            this.call = call;
            this.client = client;
        }

        /** Writes the bytes, and returns when the caller's connection has taken all of them. */
        void write(OutputStream to, byte[] bytes, int length) throws IOException {
            end = nanoTime.getAsLong() + left;
            waiting = true;
            try {
                to.write(bytes, 0, length);
                to.flush();
            } finally {
                waiting = false;
                left = end - nanoTime.getAsLong();
            }
        }

        private boolean isOver(long now) {
            return waiting && now - end > 0;
        }

        @Override
        public void close() {
            if (open.remove(this)) {
                client.giveBack(1);
            }
        }
    }

    /**
     * Returns a place for one more answer, or null.
     *
     * @param call aborted when the caller takes too long
     */
    @Nullable
    Passing take(String remoteAddress, Cancellable call) {
        ClientQuota.Share client = clients.of(remoteAddress);
        if (!client.take(1)) {
            return null;
        }
        Passing passing = new Passing(call, client);
        open.add(passing);
        return passing;
    }

    /** The number of answers in transfer. */
    int underWay() {
        return open.size();
    }

    /** Aborts the answers whose callers take too long. Their connections and places are free at once. */
    void endSlowOnes() {
        long now = nanoTime.getAsLong();
        for (Passing passing : open) {
            if (passing.isOver(now)) {
                passing.call.cancel();
                passing.close();
            }
        }
    }
}
