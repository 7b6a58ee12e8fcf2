package io.flashsale.devstack.system;

import io.flashsale.devstack.process.Pause;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ServerFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One address in front of several instances, in demo and tests; in production the platform's load balancer does
 * this.
 *
 * <p>It balances connections, not requests. Each connection goes to the next instance in turn that accepts it.
 * An instance that refuses is skipped at once. One whose readiness probe, checked every second, fails is only
 * tried if all fail.
 *
 * <p>When an instance dies, its connections end and the clients reconnect. Instances see this machine's address
 * instead of the client's.
 */
final class TcpBalancer implements AutoCloseable {

    private static final int CONNECT_TIMEOUT_MS = 500;
    private static final int PROBE_INTERVAL_MS = 1_000;

    /** The connections that wait in the kernel during a hand-over; a crowd comes all at once. */
    private static final int BACKLOG = 1_024;

    /** Small, because each connection has two, and because answers are small. */
    private static final int BUFFER_BYTES = 4 * 1_024;

    private final List<JavaService> instances;
    private final ServerSocket server;
    private final AtomicInteger turn = new AtomicInteger();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Set<JavaService> silent = ConcurrentHashMap.newKeySet();

    /**
     * Starts to accept connections.
     *
     * @throws ServerFailedException if it cannot listen there
     */
    TcpBalancer(InetSocketAddress address, List<JavaService> instances) {
        this.instances = List.copyOf(instances);
        try {
            server = new ServerSocket();
            server.setReuseAddress(true);
            server.bind(address, BACKLOG);
        } catch (IOException e) {
            throw new ServerFailedException(
                    "Nothing can listen on " + address + " in front of the gateways: " + e.getMessage(), e);
        }
        Thread.ofVirtual().name("front").start(this::accept);
        instances.forEach(instance ->
                Thread.ofVirtual().name("front-probe-" + instance.name()).start(() -> probe(instance)));
    }

    private void probe(JavaService instance) {
        while (!server.isClosed()) {
            if (instance.isServing()) {
                silent.remove(instance);
            } else {
                silent.add(instance);
            }
            Pause.millis(PROBE_INTERVAL_MS);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                open.add(client);
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException notNow) {
                Pause.millis(10); // too many open files; or the server was closed, which ends the loop
            }
        }
    }

    private void serve(Socket client) {
        for (JavaService instance : inTurn()) {
            Socket onward = connect(instance);
            if (onward != null) {
                open.add(onward);
                Thread.ofVirtual().start(() -> copy(client, onward));
                copy(onward, client);
                return;
            }
        }
        end(client);
    }

    /** All instances in turn. Those that fail their probe come last, in case the probes are wrong about all of them. */
    private List<JavaService> inTurn() {
        int first = Math.floorMod(turn.getAndIncrement(), instances.size());
        List<JavaService> serving = new ArrayList<>();
        List<JavaService> others = new ArrayList<>();
        for (int i = 0; i < instances.size(); i++) {
            JavaService instance = instances.get((first + i) % instances.size());
            (silent.contains(instance) ? others : serving).add(instance);
        }
        serving.addAll(others);
        return serving;
    }

    private static @Nullable Socket connect(JavaService instance) {
        Socket socket = new Socket();
        try {
            socket.connect(Ports.local(instance.httpPort()), CONNECT_TIMEOUT_MS);
            socket.setTcpNoDelay(true);
            return socket;
        } catch (IOException refused) {
            close(socket);
            return null;
        }
    }

    /** Copies one direction to its end and passes the end on; the other direction may continue. */
    private void copy(Socket from, Socket to) {
        try {
            from.setTcpNoDelay(true);
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
            to.shutdownOutput();
        } catch (IOException broken) {
            end(from);
            end(to);
        }
        if (from.isOutputShutdown()) {
            end(from);
            end(to);
        }
    }

    private void end(Socket socket) {
        open.remove(socket);
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open.forEach(this::end);
    }
}
