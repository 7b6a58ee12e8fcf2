package io.flashsale.gateway.routing;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.gateway.connection.AddressShares;
import io.flashsale.gateway.upstream.UpstreamProperties;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.hc.core5.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The answers that are too large to be kept here: each holds a connection to a service for as long as its caller takes to read
 * it. A quarter of a service's connections is for them, a quarter of that for one address and half of it for one network; and whoever has kept one waiting
 * for {@link #TIMEOUT} in all is cut off. So callers who read slowly, or not at all, leave the connections to the others.
 */
@Component
class LargeAnswers {

    /** For all waiting for the caller together. However long the service takes to make the answer is not counted. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final int ONE_IN = 4;

    private final Semaphore places;
    private final AddressShares byAddress;
    private final LongSupplier nanoTime;
    private final Set<Passing> open = ConcurrentHashMap.newKeySet();

    @Autowired
    LargeAnswers(UpstreamProperties properties, Ticker ticker) {
        this(Math.max(1, properties.connections() / ONE_IN), ticker::read);
    }

    /** @param places for all */
    LargeAnswers(int places, LongSupplier nanoTime) {
        this.places = new Semaphore(places);
        this.byAddress = new AddressShares(Math.max(1, places / ONE_IN), places / 2);
        this.nanoTime = nanoTime;
    }

    /** An answer on its way; to be closed at its end. */
    final class Passing implements AutoCloseable {

        private final Cancellable call;
        private final AddressShares.Share share;
        private final AtomicBoolean closed = new AtomicBoolean();
        private long left = TIMEOUT.toNanos();
        private volatile long end;
        private volatile boolean waiting;

        private Passing(Cancellable call, AddressShares.Share share) {
            this.call = call;
            this.share = share;
        }

        /** Returns when the caller's connection has taken all of it. */
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
            if (closed.compareAndSet(false, true)) {
                open.remove(this);
                share.giveBack();
                places.release();
            }
        }
    }

    /**
     * A place for one more, or null.
     *
     * @param call given up when the caller has taken too long
     */
    @Nullable
    Passing take(String remoteAddress, Cancellable call) {
        AddressShares.Share share = byAddress.take(remoteAddress);
        if (share == null) {
            return null;
        }
        if (!places.tryAcquire()) {
            share.giveBack();
            return null;
        }
        Passing passing = new Passing(call, share);
        open.add(passing);
        return passing;
    }

    /** How many are on their way now. */
    int underWay() {
        return open.size();
    }

    /** Gives up those whose callers have taken too long; their connections and places are free at once. */
    void endSlowOnes() {
        endSlowOnes(nanoTime.getAsLong());
    }

    void endSlowOnes(long now) {
        for (Passing passing : open) {
            if (passing.isOver(now)) {
                passing.call.cancel();
                passing.close();
            }
        }
    }
}
