package io.flashsale.devstack.network;

import io.flashsale.devstack.process.Pause;
import io.flashsale.devstack.process.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A line to a server on this machine that can be broken in the ways that networks break. Whoever is to feel it connects to
 * {@link #port} instead of the server's own one.
 *
 * <p>Guarantees that bytes arrive in their order, unchanged, and none twice. What a cut line holds back arrives when the line
 * is mended, as TCP's repetitions would bring it; what was under way on a connection that is {@linkplain #reset reset} is
 * lost. The faults may be set at any time and together, and last until {@link #heal}.
 */
public final class TcpProxy implements AutoCloseable {

    /** Where bytes go. */
    public enum Direction {
        TO_SERVER,
        TO_CLIENT
    }

    private static final int BACKLOG = 256;
    private static final int CONNECT_TIMEOUT_MS = 5_000;

    /** Between two looks whether the server listens again. */
    private static final int LOOK_MS = 50;

    /** The port is reserved, see {@link Ports#free}, but only among those who ask there. */
    private static final int LOOKS_BEFORE_COMPLAINT = 40;

    private static final Logger log = System.getLogger(TcpProxy.class.getName());

    private final int target;
    private final int port;
    private final boolean refusesWithoutServer;
    private final LineState state = new LineState();
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile ServerSocket server;
    private volatile boolean closed;

    private TcpProxy(int target, boolean refusesWithoutServer) {
        this.target = target;
        this.port = Ports.free();
        this.refusesWithoutServer = refusesWithoutServer;
        try {
            this.server = listen(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        accept(server);
    }

    /**
     * A whole line to what listens, or will listen, on this port of the loopback address; on a free port of its own. While nobody
     * listens there, each connection breaks at once.
     */
    public static TcpProxy to(int target) {
        return new TcpProxy(target, false);
    }

    /**
     * As {@link #to}, and as soon as a connection has shown that nobody listens there, further ones are refused until somebody
     * does: whoever calls then knows that nothing of his has arrived, and may ask somebody else. If somebody else has taken the
     * line's port meanwhile, the line says so in the log, and tries on.
     */
    public static TcpProxy refusingWithout(int target) {
        return new TcpProxy(target, true);
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket listening = new ServerSocket();
        try {
            listening.setReuseAddress(true);
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
            return listening;
        } catch (IOException taken) {
            listening.close();
            throw taken;
        }
    }

    /** Where to connect. */
    public int port() {
        return port;
    }

    /** Connections that are open now. */
    public int connections() {
        return connections.size();
    }

    /** Each byte arrives so much later, in both directions; the rate stays as it is. */
    public void delay(Duration latency) {
        state.delay(latency);
    }

    /** Nothing arrives any more, in neither direction, and nobody is told: connections stay open, new ones are silent. */
    public void cut() {
        cut(Direction.TO_SERVER);
        cut(Direction.TO_CLIENT);
    }

    /** Nothing arrives any more in this direction, and everything in the other one: requests are done, and not answered. */
    public void cut(Direction direction) {
        state.cut(direction);
    }

    /** All connections of now break at once, on both sides (RST); new ones work. */
    public void reset() {
        connections.forEach(ProxiedConnection::reset);
    }

    /** All connections of now break at once, on both sides, and so does each new one. */
    public void refuse() {
        state.refuse();
        reset();
    }

    /** All connections of now fall silent, and are closed in good order (FIN) so much later; new ones work. */
    public void closeSlowly(Duration after) {
        connections.forEach(connection -> connection.closeSlowly(after));
    }

    /** The line is whole again, and what it held back arrives. */
    public void heal() {
        state.heal();
    }

    /** Breaks all connections; nobody listens any more. */
    @Override
    public void close() {
        closed = true;
        stopListening();
        heal(); // so that nobody waits any more
        reset();
    }

    private synchronized void stopListening() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(ServerSocket listening) {
        Thread.ofPlatform().daemon().name("proxy-" + target).start(() -> {
            while (!listening.isClosed()) {
                try {
                    Socket client = listening.accept();
                    Thread.ofVirtual().start(() -> connect(client));
                } catch (IOException closing) {
                    // the loop ends if it is the server socket that was closed
                }
            }
        });
    }

    private void connect(Socket client) {
        Socket onward;
        try {
            state.awaitOpen(Direction.TO_SERVER);
            onward = connectToServer();
        } catch (IOException nobodyListens) {
            refuseWithoutServer(); // first: who sees his connection break is to find the next one refused
            ProxiedConnection.abort(client);
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ProxiedConnection.abort(client);
            return;
        }
        ProxiedConnection connection = new ProxiedConnection(client, onward, state);
        connections.add(connection);
        if (closed || state.refuses()) {
            connection.reset();
        }
        boolean endedByServer = connection.run();
        connections.remove(connection);
        if (refusesWithoutServer && endedByServer && !serverListens()) {
            refuseWithoutServer();
        }
    }

    private Socket connectToServer() throws IOException {
        Socket onward = new Socket();
        try {
            onward.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), CONNECT_TIMEOUT_MS);
            if (onward.getLocalPort() == target) {
                throw new ConnectException("connected to itself: nobody listens"); // TCP can, among ports that are free
            }
            return onward;
        } catch (IOException nobodyListens) {
            ProxiedConnection.abort(onward);
            throw nobodyListens;
        }
    }

    private boolean serverListens() {
        try {
            ProxiedConnection.abort(connectToServer());
            return true;
        } catch (IOException nobodyListens) {
            return false;
        }
    }

    private synchronized void refuseWithoutServer() {
        if (refusesWithoutServer && !server.isClosed()) {
            stopListening();
            Thread.ofVirtual().start(this::listenWithServer);
        }
    }

    private void listenWithServer() {
        int inVain = 0;
        while (!closed) {
            if (serverListens()) {
                if (tryToListen()) {
                    return;
                }
                if (++inVain == LOOKS_BEFORE_COMPLAINT) {
                    complain();
                }
            }
            Pause.millis(LOOK_MS);
        }
    }

    private void complain() {
        log.log(
                Level.ERROR,
                "{0} listens on port {1}, where a line to port {2} began: nobody uses the line until it is free",
                Ports.holder(port),
                Integer.toString(port),
                Integer.toString(target));
    }

    private synchronized boolean tryToListen() {
        if (closed) {
            return false;
        }
        try {
            server = listen(port);
        } catch (IOException taken) {
            return false;
        }
        accept(server);
        return true;
    }
}
