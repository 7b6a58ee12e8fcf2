package io.flashsale.devstack.network;

import io.flashsale.devstack.process.Pause;
import io.flashsale.devstack.process.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A line: a TCP proxy to a server on this machine that can fail in the ways that networks fail.
 *
 * <p>Clients connect to {@link #port} instead of the server's own port.
 *
 * <p>Guarantees that bytes arrive unchanged, in order and at most once. A cut line delivers what it held back
 * when it is repaired, as TCP's retransmissions would. Bytes in flight on a connection that is {@linkplain
 * #reset reset} are lost. Faults may be combined and set at any time, and last until {@link #heal}.
 */
public final class TcpProxy implements AutoCloseable {

    public enum Direction {
        TO_SERVER,
        TO_CLIENT
    }

    private static final int BACKLOG = 256;
    private static final int CONNECT_TIMEOUT_MS = 5_000;

    /** The interval of the checks whether the server listens again. */
    private static final int LOOK_MS = 50;

    private volatile int target;
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
     * A working line to this port of the loopback address, on a free port.
     *
     * <p>While no process listens on the target port, each connection breaks at once.
     */
    public static TcpProxy to(int target) {
        return new TcpProxy(target, false);
    }

    /**
     * Like {@link #to}, but refuses connections while no process listens on the target port.
     *
     * <p>The first connection that finds no listener starts this. A refused client knows that none of its bytes
     * have arrived, and may try another server. If another process takes the line's port meanwhile, the line
     * keeps trying.
     */
    public static TcpProxy refusingWithout(int target) {
        return new TcpProxy(target, true);
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket listening = new ServerSocket();
        try {
            listening.setReuseAddress(true);
            listening.bind(Ports.local(port), BACKLOG);
            return listening;
        } catch (IOException taken) {
            listening.close();
            throw taken;
        }
    }

    public int port() {
        return port;
    }

    public int connections() {
        return connections.size();
    }

    /** Leads new connections to this port. The present ones go on to reach the server that they reach. */
    public void leadTo(int server) {
        target = server;
    }

    /** Delays each byte by this time in both directions; the throughput stays the same. */
    public void delay(Duration latency) {
        state.delay(latency);
    }

    /** Drops nothing but delivers nothing, in both directions: connections stay open, and new ones are silent. */
    public void cut() {
        cut(Direction.TO_SERVER);
        cut(Direction.TO_CLIENT);
    }

    /** Delivers nothing in this direction and everything in the other one: requests are executed but not answered. */
    public void cut(Direction direction) {
        state.cut(direction);
    }

    /** Breaks all current connections at once on both sides (RST); new ones work. */
    public void reset() {
        connections.forEach(ProxiedConnection::reset);
    }

    /** Breaks all current connections at once on both sides, and each new one. */
    public void refuse() {
        state.refuse();
        reset();
    }

    /** Silences all current connections, then closes them in order (FIN) after this time; new ones work. */
    public void closeSlowly(Duration after) {
        connections.forEach(connection -> connection.closeSlowly(after));
    }

    /** Repairs the line; what it held back arrives. */
    public void heal() {
        state.heal();
    }

    /** Breaks all connections and stops listening. */
    @Override
    public void close() {
        closed = true;
        stopListening();
        heal(); // wakes all waiting threads
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
                    // the loop ends if the server socket was closed
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
            refuseWithoutServer(); // first, so that a client whose connection breaks finds the next one refused
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
            onward.connect(Ports.local(target), CONNECT_TIMEOUT_MS);
            if (onward.getLocalPort() == target) {
                throw new ConnectException("connected to itself: nobody listens"); // TCP can, among free ports
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
        while (!serverListens() || !tryToListen()) {
            if (closed) {
                return;
            }
            Pause.millis(LOOK_MS);
        }
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
