package io.flashsale.gateway.routing;

import com.github.benmanes.caffeine.cache.Ticker;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * Tracks the buffered answers that use the {@link BufferBudget} until their callers have read them. A caller that
 * needs longer than {@link #TIMEOUT} gets no more. The memory is freed at that moment, even if the last write still
 * blocks. Answers outside the budget are not tracked.
 */
@Component
class KeptAnswers {

    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final int PIECE_BYTES = 8_192;

    private final Ticker ticker;

    /** With the time at which each must have been read. */
    private final Map<BodyBuffer, Long> open = new ConcurrentHashMap<>();

    KeptAnswers(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * Writes the answer, and returns when the caller's connection has taken all of it.
     *
     * @return false if the caller took too long
     * @throws IOException if the caller has disconnected
     */
    boolean write(BodyBuffer answer, OutputStream to) throws IOException {
        if (answer.isFree()) {
            to.write(answer.bytes(), 0, answer.length());
            return true;
        }
        open.put(answer, ticker.read() + TIMEOUT.toNanos());
        try {
            return writePieces(answer, to);
        } finally {
            open.remove(answer);
        }
    }

    private static boolean writePieces(BodyBuffer answer, OutputStream to) throws IOException {
        int length = answer.length();
        byte[] piece = new byte[PIECE_BYTES];
        for (int written = 0; written < length; ) {
            int copied = answer.copy(written, piece);
            if (copied == 0) {
                return false;
            }
            to.write(piece, 0, copied);
            written += copied;
        }
        return true;
    }

    /** Ends answers whose callers are too slow; called repeatedly. */
    void endSlowOnes() {
        long now = ticker.read();
        open.forEach((answer, end) -> {
            if (now - end > 0) {
                answer.close();
            }
        });
    }
}
