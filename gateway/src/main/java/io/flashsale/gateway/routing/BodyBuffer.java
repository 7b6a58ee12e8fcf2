package io.flashsale.gateway.routing;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A body in memory, or the beginning of one. The first {@value #FREE_BYTES} bytes may always be there, so that what shoppers
 * send and get needs no leave; the rest comes out of the {@link BufferBudget} as it arrives, until this is closed.
 */
final class BodyBuffer implements AutoCloseable {

    static final int FREE_BYTES = 8_192;

    private static final byte[] NOTHING = new byte[0];

    private final BufferBudget.Share budget;
    private byte[] bytes = NOTHING;
    private int length;
    private int charged;

    BodyBuffer(BufferBudget.Share budget) {
        this.budget = budget;
    }

    /**
     * Reads on until the end, or until it has more than so many bytes, or until the budget has no more.
     *
     * @param declared how many bytes were announced; below 0 if nobody knows
     * @return whether it is whole
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

    /** What has been read, and then nothing of importance; not to be used when this is closed. */
    byte[] bytes() {
        return bytes;
    }

    /** How many of {@link #bytes} have been read. */
    int length() {
        return length;
    }

    /** Whether it needed no leave. */
    boolean isFree() {
        return charged == 0;
    }

    /**
     * Copies what was read, from there on, while another thread may close this.
     *
     * @return how many bytes; 0 at the end, and when it is closed
     */
    synchronized int copy(int from, byte[] to) {
        int copied = Math.max(0, Math.min(to.length, length - from));
        System.arraycopy(bytes, copied == 0 ? 0 : from, to, 0, copied);
        return copied;
    }

    /** Gives back what it took; nothing is left of the body. */
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
