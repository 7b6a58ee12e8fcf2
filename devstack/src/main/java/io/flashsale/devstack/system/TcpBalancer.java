package io.flashsale.devstack.system;

import io.flashsale.devstack.process.Pause;
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
 * One address in front of several instances, for the demo and the tests: what a load balancer of the platform is in production.
 *
 * <p>Knows connections, not requests. Each goes to the next instance in turn that takes it: one that refuses is passed over at
 * once, and one that does not answer its readiness probe, asked every second, is not tried as long as another one does. A
 * connection stays where it is: when its instance dies, it ends, and the client opens another. Instances see the address of this
 * machine and not that of the client.
 */
final class TcpBalancer implements AutoCloseable {

    private static final int CONNECT_TIMEOUT_MS = 500;
    private static final int PROBE_INTERVAL_MS = 1_000;

    /** As many as wait in the kernel while one is being handed on; a crowd comes all at once. */
    private static final int BACKLOG = 1_024;

    /** Small, because there are two for each connection: answers are, too. */
    private static final int BUFFER_BYTES = 4 * 1_024;

    private final List<JavaService> instances;
    private final ServerSocket server;
    private final AtomicInteger turn = new AtomicInteger();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Set<JavaService> silent = ConcurrentHashMap.newKeySet();

    /**
     * Takes connections from now on.
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
                Pause.millis(10); // too many files are open; or the server was closed, which ends the loop
            }
        }
    }

    private void serve(Socket client) {
        Socket onward = null;
        for (JavaService instance : inTurn()) {
            onward = connect(instance);
            if (onward != null) {
                break;
            }
        }
        if (onward == null) {
            end(client);
            return;
        }
        Socket taken = onward;
        open.add(taken);
        Thread.ofVirtual().start(() -> copy(client, taken));
        copy(taken, client);
    }

    /** All of them, those last that do not answer: who is wrong about all of them still tries. */
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
            socket.connect(new InetSocketAddress("127.0.0.1", instance.httpPort()), CONNECT_TIMEOUT_MS);
            socket.setTcpNoDelay(true);
            return socket;
        } catch (IOException refused) {
            close(socket);
            return null;
        }
    }

    /** One direction, to its end, which is passed on: the other one may have more to say. */
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
