package io.flashsale.gateway.connection;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts what each client holds at one time, and refuses more than its share. Forgets clients that hold nothing,
 * and never makes one client wait for another.
 */
public final class ClientShares {

    /** Marks a share that nobody can take from any more. */
    private static final int FORGOTTEN = -1;

    private final int max;
    private final Map<Object, Share> shares = new ConcurrentHashMap<>();

    /** @param max for one client */
    public ClientShares(int max) {
        this.max = max;
    }

    /** The count of one client. */
    public final class Share {

        private final Object client;
        private final AtomicInteger held = new AtomicInteger();

        private Share(Object client) {
            this.client = client;
        }

        /** Gives one back; call it once for each {@linkplain ClientShares#take take}. */
        public void giveBack() {
            if (held.decrementAndGet() == 0 && held.compareAndSet(0, FORGOTTEN)) {
                shares.remove(client, this);
            }
        }
    }

    /**
     * Takes one for this client, or returns null if it has enough.
     *
     * @param client compared by equality
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

    /** The number of clients that hold something. */
    public int clients() {
        return shares.size();
    }
}
