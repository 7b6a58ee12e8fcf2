package io.flashsale.gateway.routing;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.upstream.BodyException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A body with a time limit and a size limit, whatever length it announced. The server's own time-out restarts with
 * each byte.
 */
final class BoundedBody extends InputStream {

    private static final int BUFFER_BYTES = 8 * 1024;

    private final InputStream body;
    private final long maxBytes;
    private final LongSupplier nanoTime;
    private final long end;
    private long bytes;

    BoundedBody(InputStream body, long maxBytes, Duration timeout, LongSupplier nanoTime) {
        this.body = body;
        this.maxBytes = maxBytes;
        this.nanoTime = nanoTime;
        this.end = nanoTime.getAsLong() + timeout.toNanos();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        int read = read(one, 0, 1);
        return read < 0 ? read : one[0] & 0xFF;
    }

    /** @throws BodyException with the reason for the refusal */
    @Override
    public int read(byte[] to, int from, int length) throws IOException {
        int read = readSome(to, from, Math.min(length, BUFFER_BYTES));
        if (read > 0) {
            bytes += read;
        }
        if (bytes > maxBytes) {
            throw new BodyException(ProblemType.PAYLOAD_TOO_LARGE);
        }
        if (read >= 0 && nanoTime.getAsLong() - end > 0) {
            throw new BodyException(ProblemType.REQUEST_TIMEOUT);
        }
        return read;
    }

    private int readSome(byte[] to, int from, int length) throws IOException {
        try {
            return body.read(to, from, length);
        } catch (IOException fault) {
            boolean silent =
                    fault instanceof SocketTimeoutException || fault.getCause() instanceof SocketTimeoutException;
            throw new BodyException(silent ? ProblemType.REQUEST_TIMEOUT : ProblemType.INVALID_REQUEST);
        }
    }
}
