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
 * Reads the rest of a refused body for a short time, so that its sender can read the answer. Tomcat itself would
 * read on as long as a byte arrives every few seconds. A sender that is still not done is cut off. A client with
 * too many requests is cut off at once.
 */
final class UnreadBodies extends ValveBase {

    static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** Twice a shopper's limit. Reading more of a refused body would help its sender at the expense of the crowd. */
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
        // A client that sent Expect: 100-continue sends no body after a refusal.
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

    /** Closes the connection after the answer, and leaves further bytes unread. */
    private static void leave(org.apache.coyote.Request request) {
        request.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }

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
