package io.flashsale.devstack.network;

import io.flashsale.devstack.process.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
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

    private final ServerSocket server;
    private final int target;
    private final LineState state = new LineState();
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();

    private TcpProxy(ServerSocket server, int target) {
        this.server = server;
        this.target = target;
    }

    /** A whole line to what listens, or will listen, on this port of the loopback address; on a free port of its own. */
    public static TcpProxy to(int target) {
        try {
            TcpProxy proxy = new TcpProxy(new ServerSocket(), target);
            proxy.server.setReuseAddress(true);
            proxy.server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free()), 256);
            Thread.ofPlatform().daemon().name("proxy-" + target).start(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where to connect. */
    public int port() {
        return server.getLocalPort();
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
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        heal(); // so that nobody waits any more
        reset();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Thread.ofVirtual().start(() -> connect(client));
            } catch (IOException closed) {
                // the loop ends if it is the server socket that was closed
            }
        }
    }

    /** A server that does not listen is a connection that breaks at once. */
    private void connect(Socket client) {
        Socket onward = new Socket();
        try {
            state.awaitOpen(Direction.TO_SERVER);
            onward.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), 5_000);
            if (onward.getLocalPort() == target) {
                throw new ConnectException("connected to itself: nobody listens"); // TCP can, among ports that are free
            }
        } catch (IOException nobodyListens) {
            ProxiedConnection.abort(onward);
            ProxiedConnection.abort(client);
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ProxiedConnection.abort(client);
            return;
        }
        ProxiedConnection connection = new ProxiedConnection(client, onward, state);
        connections.add(connection);
        if (server.isClosed() || state.refuses()) {
            connection.reset();
        }
        connection.run();
        connections.remove(connection);
    }
}
