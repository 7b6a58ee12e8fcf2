package io.flashsale.system.input;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Callers who are a burden on purpose, as many at the same time as one wants: a third of them send a body of 16 MB, a third
 * headers that take for ever, a third a body that does. They come one after the other; whoever is turned away comes again,
 * until this is closed.
 */
final class HeavyRequests implements AutoCloseable {

    private static final int LARGE = 16 * 1024 * 1024;

    /** From the beginning of one request to that of the next of the same caller, at least. */
    private static final Duration PACE = Duration.ofSeconds(5);

    /** What is sent and has not arrived is copied by the machine that all of us share. */
    private static final int SEND_BUFFER = 64 * 1024;

    /** Between two bytes of a slow one. */
    private static final Duration TRICKLE = Duration.ofMillis(500);

    /** Longer than any deadline of the gateway. */
    private static final int HANGS_AFTER_MS = 90_000;

    private static final byte[] SPACES = " ".repeat(64 * 1024).getBytes(StandardCharsets.US_ASCII);

    /** What makes a request a burden. */
    enum Burden {
        LARGE_BODY,
        SLOW_HEADERS,
        SLOW_BODY
    }

    /**
     * Who sends it.
     *
     * @param token empty for a stranger
     * @param path whose body is read, if he may send one
     */
    record Sender(String name, String token, String path) {}

    private final URI gateway;
    private final List<Sender> senders;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Map<String, Long> ends = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> running = new ArrayList<>();

    HeavyRequests(URI gateway, int callers, List<Sender> senders) {
        this.gateway = gateway;
        this.senders = senders;
        for (int i = 0; i < callers; i++) {
            int number = i;
            long later = PACE.toNanos() / callers * i;
            running.add(threads.submit(() -> comeAgainAndAgain(number, later)));
        }
    }

    /** How often which request ended in which way: the status, or {@code closed} without one. */
    Map<String, Long> ends() {
        return new TreeMap<>(ends);
    }

    private void comeAgainAndAgain(int number, long later) {
        Burden burden = Burden.values()[number % Burden.values().length];
        Sender sender = senders.get(number / Burden.values().length % senders.size());
        long begin = System.nanoTime() + later;
        while (waitedUntil(begin)) {
            String end = send(burden, sender);
            if (!stopped.get()) {
                ends.merge(burden + " of " + sender.name() + ": " + end, 1L, Long::sum);
            }
            begin = Math.max(begin + PACE.toNanos(), System.nanoTime());
        }
    }

    /** False if all are to go home before. */
    private boolean waitedUntil(long moment) {
        while (!stopped.get() && System.nanoTime() < moment) {
            LockSupport.parkNanos(Math.min(TRICKLE.toNanos(), moment - System.nanoTime()));
        }
        return !stopped.get();
    }

    private String send(Burden burden, Sender sender) {
        try (Socket socket = new Socket(gateway.getHost(), gateway.getPort())) {
            socket.setSoTimeout(HANGS_AFTER_MS);
            socket.setSendBufferSize(SEND_BUFFER);
            Thread writer = Thread.startVirtualThread(() -> write(burden, sender, socket));
            byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
            // The rest is sent until the gateway has had enough, whatever it answered.
            writer.join(HANGS_AFTER_MS);
            return status.length == 0 ? "closed" : new String(status, StandardCharsets.US_ASCII).substring(9);
        } catch (SocketTimeoutException hangs) {
            return "HANGS";
        } catch (SocketException reset) {
            return "closed";
        } catch (IOException | InterruptedException fault) {
            return fault.toString();
        }
    }

    private void write(Burden burden, Sender sender, Socket socket) {
        String head = "POST " + sender.path() + " HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n"
                + (sender.token().isEmpty() ? "" : "Authorization: Bearer " + sender.token() + "\r\n");
        String length = "Content-Length: " + LARGE + "\r\n\r\n";
        try {
            OutputStream out = socket.getOutputStream();
            switch (burden) {
                case LARGE_BODY -> {
                    out.write((head + length).getBytes(StandardCharsets.US_ASCII));
                    for (int sent = 0; sent < LARGE && !stopped.get(); sent += SPACES.length) {
                        out.write(SPACES);
                    }
                }
                case SLOW_HEADERS -> trickle(out, head + "X-Slow: ");
                case SLOW_BODY -> trickle(out, head + "Content-Length: 1000\r\n\r\n");
            }
        } catch (IOException closed) {
            // by the gateway, which has had enough
        }
    }

    private void trickle(OutputStream out, String beginning) throws IOException {
        out.write(beginning.getBytes(StandardCharsets.US_ASCII));
        while (!stopped.get()) {
            LockSupport.parkNanos(TRICKLE.toNanos());
            out.write(' ');
        }
    }

    /** Returns when all have gone. */
    @Override
    public void close() {
        stopped.set(true);
        try {
            for (Future<?> caller : running) {
                caller.get();
            }
        } catch (InterruptedException | ExecutionException fault) {
            throw new AssertionError(fault);
        } finally {
            threads.shutdownNow();
        }
    }
}
