package io.flashsale.system.input;

import io.flashsale.system.input.HeavyRequests.Sender;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The program of {@link HeavyRequests}.
 *
 * <p>A third of the callers send a body of 16 MB, a third send endless headers, and a third an endless body.
 * All of them start together. A refused caller comes again, each after a random pause.
 *
 * <p>Needs only the JDK. It reads the senders, one per line up to an empty line, and prints {@code ready}. The
 * next line starts the callers. Another one stops them, once the first request of each has ended. It then prints how
 * often each request ended in which way.
 */
final class HeavyCallers {

    private static final int LARGE = 16 * 1024 * 1024;

    /** The average interval between two requests of a caller, and the longest pause after a request. */
    private static final Duration PACE = Duration.ofSeconds(5);

    /** Bytes in flight are copied by this machine, which the shop shares, so the buffer is small. */
    private static final int SEND_BUFFER = 64 * 1024;

    /** The interval between two bytes of a slow request. */
    private static final Duration TRICKLE = Duration.ofMillis(500);

    /** Longer than any time-out of the gateway, and than a slow machine needs to notice one. */
    private static final int HANGS_AFTER_MS = 600_000;

    private static final byte[] SPACES = " ".repeat(64 * 1024).getBytes(StandardCharsets.US_ASCII);

    /** How a request burdens the gateway. */
    enum Burden {
        LARGE_BODY,
        SLOW_HEADERS,
        SLOW_BODY
    }

    private final URI gateway;
    private final List<Sender> senders;
    private final CountDownLatch firstEnds;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Map<String, Long> ends = new ConcurrentHashMap<>();

    private HeavyCallers(URI gateway, List<Sender> senders, int callers) {
        this.gateway = gateway;
        this.senders = senders;
        this.firstEnds = new CountDownLatch(callers);
    }

    /** Arguments: the address of the gateway and the number of callers. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        BufferedReader told = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        List<Sender> senders = new ArrayList<>();
        for (String line = told.readLine(); line != null && !line.isEmpty(); line = told.readLine()) {
            senders.add(Sender.of(line));
        }
        int size = Integer.parseInt(arguments[1]);
        HeavyCallers callers = new HeavyCallers(URI.create(arguments[0]), senders, size);
        CountDownLatch begin = new CountDownLatch(1);
        for (int i = 0; i < size; i++) {
            int number = i;
            Thread.startVirtualThread(() -> callers.comeAgainAndAgain(number, begin));
        }
        System.out.println("ready");
        System.out.flush();
        if (told.readLine() != null) {
            begin.countDown();
            told.readLine();
            callers.firstEnds.await();
        }
        callers.stopped.set(true);
        callers.ends.forEach((end, count) -> System.out.println(count + " " + end));
        System.out.flush();
        Runtime.getRuntime().halt(0); // with all connections
    }

    private void comeAgainAndAgain(int number, CountDownLatch atOnce) {
        Burden burden = Burden.values()[number % Burden.values().length];
        Sender sender = senders.get(number / Burden.values().length % senders.size());
        Random random = new Random(number);
        try {
            atOnce.await();
        } catch (InterruptedException nobodyInterrupts) {
            return;
        }
        long begin = System.nanoTime();
        for (boolean first = true; waitedUntil(begin); first = false) {
            String end = send(burden, sender);
            if (!stopped.get()) {
                ends.merge(burden + " of " + sender.name() + ": " + end, 1L, Long::sum);
            }
            if (first) {
                firstEnds.countDown();
            }
            long pace = (long) (PACE.toNanos() * (1 / 3.0 + random.nextDouble() * 4 / 3));
            long afterAnEnd =
                    (long) (PACE.toNanos() * random.nextDouble()); // the gateway closes many at the same moment
            begin = Math.max(begin + pace, System.nanoTime() + afterAnEnd);
        }
    }

    /** False if the callers are stopped before that moment. */
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
            // The writer sends the rest until the gateway closes the connection, whatever the answer was.
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
        String head = "POST " + sender.path() + " HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n"
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
            // the gateway has closed the connection
        }
    }

    private void trickle(OutputStream out, String beginning) throws IOException {
        out.write(beginning.getBytes(StandardCharsets.US_ASCII));
        LockSupport.parkNanos(
                ThreadLocalRandom.current().nextLong(TRICKLE.toNanos())); // not all in the same moment again and again
        while (!stopped.get()) {
            LockSupport.parkNanos(TRICKLE.toNanos());
            out.write(' ');
        }
    }
}
