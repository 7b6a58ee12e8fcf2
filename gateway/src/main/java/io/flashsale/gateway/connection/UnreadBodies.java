package io.flashsale.gateway.connection;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the rest of a body that was refused, so that its sender gets to read the answer, but not for long: Tomcat would
 * read on for as long as some byte comes every few seconds. Whoever has not sent it by then is cut off; whoever has too many
 * requests here is not waited for at all.
 */
final class UnreadBodies extends ValveBase {

    static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** Twice what a shopper may send. To read more of what is refused would be the sender's gain and a crowd's loss. */
    private static final int MAX_BYTES = 128 * 1024;

    private final LongSupplier nanoTime;

    UnreadBodies(LongSupplier nanoTime) {
        super(true);
        this.nanoTime = nanoTime;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        org.apache.coyote.Request received = request.getCoyoteRequest();
        // Who asked whether to send a body sends none after a refusal.
        if (!request.isAsync() && !received.isFinished() && !received.hasExpectation()) {
            response.finishResponse();
            if (RequestsInFlight.areTooMany(request)) {
                leave(received);
            } else {
                leaveUnlessItEndsSoon(received);
            }
        }
    }

    private void leaveUnlessItEndsSoon(org.apache.coyote.Request request) {
        long end = nanoTime.getAsLong() + TIMEOUT.toNanos();
        Discarded chunk = new Discarded();
        try {
            for (int read = 0, all = 0; all < MAX_BYTES && nanoTime.getAsLong() - end < 0; all += read) {
                read = request.doRead(chunk);
                if (read < 0) {
                    return;
                }
            }
        } catch (IOException gone) {
            // cut off below
        }
        leave(request);
    }

    /** The connection ends after the answer, and what else comes on it is not read. */
    private static void leave(org.apache.coyote.Request request) {
        request.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }

    /** What has come in is nobody's. */
    private static final class Discarded implements ApplicationBufferHandler {

        private java.nio.@Nullable ByteBuffer buffer;

        @Override
        public void setByteBuffer(java.nio.ByteBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public java.nio.@Nullable ByteBuffer getByteBuffer() {
            return buffer;
        }

        @Override
        public void expand(int size) {
            // what is read stays where it is
        }
    }
}
