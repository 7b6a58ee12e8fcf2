package io.flashsale.gateway.routing;

import io.flashsale.commons.quota.ClientQuota;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Buffers a body, or its beginning, in memory. The first {@value #FREE_BYTES} bytes are free, so that shoppers'
 * requests and answers need no permission. Further bytes come out of the {@link BufferBudget} as they arrive, until
 * this is closed.
 */
final class BodyBuffer implements AutoCloseable {

    static final int FREE_BYTES = 8_192;

    private static final byte[] NOTHING = new byte[0];

    private final ClientQuota.Share budget;
    private byte[] bytes = NOTHING;
    private int length;
    private int charged;

    BodyBuffer(ClientQuota.Share budget) {
        this.budget = budget;
    }

    /**
     * Reads on until the body ends, exceeds the maximum, or exhausts the budget.
     *
     * @param declared the announced number of bytes; negative if unknown
     * @return whether the body is complete
     */
    boolean fill(InputStream from, long declared, int max) throws IOException {
        if (bytes.length == 0) {
            bytes = new byte[declared >= 0 && declared < FREE_BYTES ? (int) declared + 1 : FREE_BYTES];
        }
        while (length < bytes.length || grow(max)) {
            int read = from.read(bytes, length, bytes.length - length);
            if (read < 0) {
                return true;
            }
            length += read;
        }
        return false;
    }

    private boolean grow(int max) {
        int larger = Math.min(Math.max(2 * bytes.length, FREE_BYTES), max + 1);
        int more = larger - FREE_BYTES - charged;
        if (larger <= bytes.length || more > 0 && !budget.take(more)) {
            return false;
        }
        charged += Math.max(0, more);
        bytes = Arrays.copyOf(bytes, larger);
        return true;
    }

    /** The bytes read so far, followed by unused space; invalid after closing. */
    byte[] bytes() {
        return bytes;
    }

    /** How many of {@link #bytes} have been read. */
    int length() {
        return length;
    }

    /** Whether the body needs nothing of the budget. */
    boolean isFree() {
        return charged == 0;
    }

    /**
     * Copies bytes from this position, even if another thread closes the buffer meanwhile.
     *
     * @return the number of bytes; 0 at the end, and when the buffer is closed
     */
    synchronized int copy(int from, byte[] to) {
        int copied = Math.max(0, Math.min(to.length, length - from));
        System.arraycopy(bytes, copied == 0 ? 0 : from, to, 0, copied);
        return copied;
    }

    /** Returns the memory to the budget and discards the body. */
    @Override
    public synchronized void close() {
        if (charged > 0) {
            budget.giveBack(charged);
            charged = 0;
        }
        bytes = NOTHING;
        length = 0;
    }
}
