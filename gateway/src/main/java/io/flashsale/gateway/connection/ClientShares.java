package io.flashsale.gateway.connection;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts what each client holds at one time, and says when one has enough. Remembers nobody who holds nothing, and has no
 * client wait for another.
 */
public final class ClientShares {

    /** Of a share that nobody can take from any more. */
    private static final int FORGOTTEN = -1;

    private final int max;
    private final Map<Object, Share> shares = new ConcurrentHashMap<>();

    /** @param max of one client */
    public ClientShares(int max) {
        this.max = max;
    }

    /** What one client holds. */
    public final class Share {

        private final Object client;
        private final AtomicInteger held = new AtomicInteger();

        private Share(Object client) {
            this.client = client;
        }

        /** To be called once for each time that it was {@linkplain ClientShares#take taken}. */
        public void giveBack() {
            if (held.decrementAndGet() == 0 && held.compareAndSet(0, FORGOTTEN)) {
                shares.remove(client, this);
            }
        }
    }

    /**
     * One more for this client, or null if it has enough.
     *
     * @param client told from others by equality
     */
    public @Nullable Share take(Object client) {
        while (true) {
            Share known = shares.get(client);
            Share share = known == null ? shares.computeIfAbsent(client, Share::new) : known;
            int held = share.held.get();
            if (held >= max) {
                return null;
            }
            if (held == FORGOTTEN) {
                shares.remove(client, share);
            } else if (share.held.compareAndSet(held, held + 1)) {
                return share;
            }
        }
    }

    /** How many clients hold something. */
    public int clients() {
        return shares.size();
    }
}
