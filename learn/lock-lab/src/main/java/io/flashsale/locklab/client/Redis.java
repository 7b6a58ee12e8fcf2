package io.flashsale.locklab.client;

import io.flashsale.locklab.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Redis client that sends commands exactly as written: {@code redis.call("SET", name, token, "NX", "PX", 3000)}.
 * It is safe for use by many threads. Each call uses a connection of its own.
 *
 * <p>Nothing is retried. A call that ends with an {@link UncheckedIOException} may or may not have taken effect.
 */
public final class Redis implements AutoCloseable {

    /** Generous, because a loaded machine is slow. A dead server is noticed at once, and one that hangs after this time. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final String address;
    private final Duration timeout;
    private final ConcurrentLinkedDeque<RedisConnection> idle = new ConcurrentLinkedDeque<>();
    private final LongAdder sent = new LongAdder();
    private volatile boolean closed;

    /** @param address host and port, such as {@code 127.0.0.1:6379}; the constructor does not connect */
    public Redis(String address) {
        this(address, TIMEOUT);
    }

    /** @param timeout for connecting, and for each reply */
    public Redis(String address, Duration timeout) {
        this.address = address;
        this.timeout = timeout;
    }

    public String address() {
        return address;
    }

    /**
     * @throws RedisErrorException if the server refuses the command
     * @throws UncheckedIOException if the server cannot be reached, or no reply arrives in time
     */
    public RedisReply call(Object... command) {
        return Trace.call(address, () -> inWords(command), RedisReply::inShort, () -> carriedOut(command));
    }

    private static String inWords(Object... command) {
        return Stream.of(command).map(String::valueOf).collect(Collectors.joining(" "));
    }

    private RedisReply carriedOut(Object... command) {
        try {
            sent.increment();
            RedisConnection connection = borrow();
            try {
                connection.send(command);
                RedisReply reply = connection.read();
                giveBack(connection);
                return reply.orThrow();
            } catch (IOException e) {
                connection.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Redis at " + address + ": " + e.getMessage(), e);
        }
    }

    /** How often {@link #call} was called so far. */
    public long sent() {
        return sent.sum();
    }

    /** Passes the channel's messages to the listener on a separate thread, until the subscription is closed. */
    public Subscription subscribe(String channel, Consumer<String> listener) {
        return Trace.call(address, () -> "SUBSCRIBE " + channel, done -> "OK", () -> subscribed(channel, listener));
    }

    private Subscription subscribed(String channel, Consumer<String> listener) {
        try {
            return new Subscription(new RedisConnection(address, timeout), channel, listener);
        } catch (IOException e) {
            throw new UncheckedIOException("Redis at " + address + ": " + e.getMessage(), e);
        }
    }

    /** Closes the idle connections, which a restart of the server has broken. The next call opens a new one. */
    public void disconnect() {
        for (RedisConnection connection = idle.pollFirst(); connection != null; connection = idle.pollFirst()) {
            connection.close();
        }
    }

    private RedisConnection borrow() throws IOException {
        RedisConnection connection = idle.pollFirst();
        return connection == null ? new RedisConnection(address, timeout) : connection;
    }

    private void giveBack(RedisConnection connection) {
        if (closed) {
            connection.close();
        } else {
            idle.addFirst(connection);
        }
    }

    @Override
    public void close() {
        closed = true;
        disconnect();
    }
}
