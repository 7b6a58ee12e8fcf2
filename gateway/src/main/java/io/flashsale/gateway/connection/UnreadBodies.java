package io.flashsale.gateway.connection;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the rest of a body that was refused, so that its sender gets to read the answer, but not for long: Tomcat would
 * read on for as long as some byte comes every few seconds. Whoever has not sent it by then is cut off.
 */
final class UnreadBodies extends ValveBase {

    static final Duration PATIENCE = Duration.ofSeconds(2);

    UnreadBodies() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        if (!request.isAsync() && !request.getCoyoteRequest().isFinished() && request.getContentLengthLong() != 0) {
            response.finishResponse();
            leaveUnlessItEndsSoon(request.getCoyoteRequest());
        }
    }

    private static void leaveUnlessItEndsSoon(org.apache.coyote.Request request) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        Discarded chunk = new Discarded();
        try {
            while (System.nanoTime() < end) {
                if (request.doRead(chunk) < 0) {
                    return;
                }
            }
        } catch (IOException gone) {
            // cut off below
        }
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
