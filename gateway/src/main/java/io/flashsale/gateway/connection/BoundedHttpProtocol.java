package io.flashsale.gateway.connection;

import io.flashsale.commons.background.RepeatedTask;
import io.flashsale.commons.problem.AnswerHeaders;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Objects;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.CoyoteAdapter;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's HTTP/1.1, which bounds connections and request heads, and sets the headers of all answers. Tomcat creates it
 * by its class name.
 */
public final class BoundedHttpProtocol extends Http11NioProtocol {

    /**
     * Size of the buffer that collects an answer. Most answers are smaller, and a waiting request keeps it
     * allocated.
     */
    private static final int ANSWER_BYTES = 2_048;

    /** Between two looks whether a newcomer needs a place. */
    private static final Duration ROOM_INTERVAL = Duration.ofMillis(100);

    /** An event that Tomcat does not send by itself over NIO. */
    private static final SocketEvent MAKE_ROOM = SocketEvent.DISCONNECT;

    private final BoundedEndpoint endpoint;
    private @Nullable Adapter withHeaders;

    public BoundedHttpProtocol() {
        this(new BoundedEndpoint());
    }

    private BoundedHttpProtocol(BoundedEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
    }

    @Override
    public int getDesiredBufferSize() {
        return ANSWER_BYTES;
    }

    /** Called before the connector starts. */
    void bound(
            Connector connector,
            AddressConnections<SocketChannel> byAddress,
            HeadDeadline<SocketWrapperBase<NioChannel>> deadline) {
        endpoint.bound(byAddress, deadline);
        withHeaders = new AdapterWithHeaders(connector);
    }

    /** Replaces Tomcat's own adapter, which the connector sets when it starts. */
    @Override
    public void setAdapter(Adapter ofTomcat) {
        super.setAdapter(Objects.requireNonNull(withHeaders));
    }

    /** Sets the headers before anything can answer: no valve sees {@code OPTIONS *}, which Tomcat answers by itself. */
    private static final class AdapterWithHeaders extends CoyoteAdapter {

        AdapterWithHeaders(Connector connector) {
            super(connector);
        }

        @Override
        protected boolean postParseRequest(
                org.apache.coyote.Request parsed, Request request, org.apache.coyote.Response sent, Response response)
                throws IOException, ServletException {
            AnswerHeaders.setOn(response);
            return super.postParseRequest(parsed, request, sent, response);
        }
    }

    /**
     * Tomcat's endpoint with two limits: it closes surplus connections of a client, and those whose headers take too
     * long. When no place is left, it closes idle ones.
     */
    private static final class BoundedEndpoint extends NioEndpoint {

        private volatile @Nullable AddressConnections<SocketChannel> byAddress;
        private volatile @Nullable HeadDeadline<SocketWrapperBase<NioChannel>> heads;
        private final RepeatedTask makingRoom = new RepeatedTask("making-room", ROOM_INTERVAL, this::makeRoom);

        /** Sets the limits; called before the endpoint starts. */
        void bound(AddressConnections<SocketChannel> counted, HeadDeadline<SocketWrapperBase<NioChannel>> deadline) {
            this.byAddress = counted;
            this.heads = deadline;
        }

        @Override
        protected boolean setSocketOptions(SocketChannel socket) {
            AddressConnections<SocketChannel> counted = Objects.requireNonNull(byAddress);
            if (!counted.opened(socket, addressOf(socket))) {
                destroySocket(socket);
                return false;
            }
            boolean taken = super.setSocketOptions(socket);
            if (!taken) {
                counted.closed(socket);
            }
            return taken;
        }

        @Override
        public void startInternal() throws Exception {
            super.startInternal();
            makingRoom.start();
        }

        @Override
        public void stopInternal() {
            makingRoom.stop();
            super.stopInternal();
        }

        /**
         * Closes idle connections when no place is left. The event waits for a request that has come meanwhile; such a
         * connection stays open.
         */
        private void makeRoom() {
            if (getConnectionCount() < getMaxConnections()) {
                return;
            }
            for (SocketChannel idle : Objects.requireNonNull(byAddress).toClose()) {
                SocketWrapperBase<NioChannel> socket = connections.get(idle);
                if (socket != null) {
                    processSocket(socket, MAKE_ROOM, true);
                }
            }
        }

        private static String addressOf(SocketChannel socket) {
            var address = socket.socket().getInetAddress();
            return address == null ? "" : address.getHostAddress(); // null if it has been closed already
        }

        @Override
        public void setHandler(Handler<NioChannel> handler) {
            super.setHandler(new BoundedHandler(handler));
        }

        private final class BoundedHandler implements Handler<NioChannel> {

            private final Handler<NioChannel> handler;

            private BoundedHandler(Handler<NioChannel> handler) {
                this.handler = handler;
            }

            @Override
            public SocketState process(SocketWrapperBase<NioChannel> socket, SocketEvent event) {
                AddressConnections<SocketChannel> counted = Objects.requireNonNull(byAddress);
                SocketChannel channel = socket.getSocket().getIOChannel();
                if (event == MAKE_ROOM) {
                    return channel != null && counted.displaces(channel) ? SocketState.CLOSED : SocketState.LONG;
                }
                HeadDeadline<SocketWrapperBase<NioChannel>> deadline = Objects.requireNonNull(heads);
                if (deadline.isOver(socket)) {
                    return SocketState.CLOSED;
                }
                if (channel != null) {
                    counted.busy(channel);
                }
                SocketState state = handler.process(socket, event);
                if (state == SocketState.LONG && !isAnswering(socket)) {
                    deadline.incomplete(socket);
                } else {
                    deadline.done(socket);
                }
                if (state == SocketState.OPEN && channel != null) {
                    counted.idle(channel);
                }
                return state;
            }

            /** Whether the request has been read and is being answered. */
            private static boolean isAnswering(SocketWrapperBase<NioChannel> socket) {
                return socket.getCurrentProcessor() instanceof Processor processor && processor.isAsync();
            }

            @Override
            public Object getGlobal() {
                return handler.getGlobal();
            }

            /** Called once for each connection, however it ends. */
            @Override
            public void release(SocketWrapperBase<NioChannel> socket) {
                Objects.requireNonNull(heads).done(socket);
                SocketChannel channel = socket.getSocket().getIOChannel();
                if (channel != null) {
                    Objects.requireNonNull(byAddress).closed(channel);
                }
                handler.release(socket);
            }

            @Override
            public void pause() {
                handler.pause();
            }

            @Override
            public void recycle() {
                handler.recycle();
            }
        }
    }
}
