package io.flashsale.gateway.routing;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Limits how fast a large body arrives, in bytes a second, so that one body cannot take all processors. */
final class PacedBody extends InputStream {

    private final InputStream body;
    private final int bytesPerSecond;
    private long next = System.nanoTime();

    PacedBody(InputStream body, int bytesPerSecond) {
        this.body = body;
        this.bytesPerSecond = bytesPerSecond;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        int read = read(one, 0, 1);
        return read < 0 ? read : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
        LockSupport.parkNanos(next - System.nanoTime());
        int read = body.read(to, from, length);
        if (read > 0) {
            long takes = TimeUnit.SECONDS.toNanos(read) / bytesPerSecond;
            next = Math.max(next, System.nanoTime()) + takes;
        }
        return read;
    }
}
