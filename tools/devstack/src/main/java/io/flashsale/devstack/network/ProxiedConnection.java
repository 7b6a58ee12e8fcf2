package io.flashsale.devstack.network;

import io.flashsale.devstack.network.TcpProxy.Direction;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One connection through a line: two sockets, with a reader and a writer for each direction. */
final class ProxiedConnection {

    private static final int BUFFER = 16 * 1024;

    /** The capacity of one direction in chunks. When it is full the sender waits, as with a full TCP window. */
    private static final int UNDER_WAY = 256;

    private final Socket client;
    private final Socket server;
    private final LineState line;
    private final AtomicReference<@Nullable Socket> endedFirst = new AtomicReference<>();
    private volatile boolean silent;

    /** @param bytes empty for the end of the stream */
    private record Chunk(byte[] bytes, long readAt) {}

    ProxiedConnection(Socket client, Socket server, LineState line) {
        this.client = client;
        this.server = server;
        this.line = line;
    }

    /** Ends with both directions; returns whether the server ended its direction first, or broke the connection. */
    boolean run() {
        Thread back = Thread.ofVirtual().start(() -> pass(server, client, Direction.TO_CLIENT));
        pass(client, server, Direction.TO_SERVER);
        try {
            back.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close(client); // an orderly close: the last bytes may still be in flight
        close(server);
        return endedFirst.get() == server;
    }

    private void pass(Socket from, Socket to, Direction direction) {
        BlockingQueue<Chunk> underWay = new ArrayBlockingQueue<>(UNDER_WAY);
        Thread reader = Thread.ofVirtual().start(() -> read(from, underWay));
        try {
            write(underWay, to, direction);
        } catch (IOException broken) {
            ended(to);
            abort(from); // the other side must learn of the loss too
            abort(to);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            reader.interrupt();
        }
    }

    private void ended(Socket side) {
        endedFirst.compareAndSet(null, side);
    }

    private void read(Socket from, BlockingQueue<Chunk> underWay) {
        byte[] buffer = new byte[BUFFER];
        try {
            try {
                InputStream in = from.getInputStream();
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    underWay.put(new Chunk(Arrays.copyOf(buffer, count), System.nanoTime()));
                }
            } catch (IOException broken) {
                // passed on like an orderly end
            }
            ended(from);
            underWay.put(new Chunk(new byte[0], System.nanoTime()));
        } catch (InterruptedException nobodyWrites) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(BlockingQueue<Chunk> underWay, Socket to, Direction direction)
            throws IOException, InterruptedException {
        OutputStream out = to.getOutputStream();
        while (true) {
            Chunk next = underWay.take();
            long wait = next.readAt() + line.delayNanos() - System.nanoTime();
            if (wait > 0) {
                TimeUnit.NANOSECONDS.sleep(wait);
            }
            line.awaitOpen(direction);
            boolean end = next.bytes().length == 0;
            if (end && !silent) {
                to.shutdownOutput();
            }
            if (end) {
                return;
            }
            if (!silent) {
                out.write(next.bytes());
            }
        }
    }

    void reset() {
        silent = true;
        abort(client);
        abort(server);
    }

    void closeSlowly(Duration after) {
        silent = true;
        CompletableFuture.delayedExecutor(after.toNanos(), TimeUnit.NANOSECONDS).execute(() -> {
            close(client);
            close(server);
        });
    }

    /** Closes with a reset, so that the other end knows that bytes were lost. */
    static void abort(Socket socket) {
        try {
            if (!socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
        } catch (IOException goneAlready) {
            // the socket is closed below in any case
        }
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException goneAlready) {
            // already closed
        }
    }
}
