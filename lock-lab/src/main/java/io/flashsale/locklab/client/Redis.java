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
 * A Redis server, spoken to in its own words: {@code redis.call("SET", name, token, "NX", "PX", 3000)} sends just that,
 * and nothing else. For any number of threads; each call has a connection of its own while it lasts.
 *
 * <p>Nothing is retried. A call that ends with an {@link UncheckedIOException} may have been carried out or not.
 */
public final class Redis implements AutoCloseable {

    private final String address;
    private final Duration timeout;
    private final ConcurrentLinkedDeque<RedisConnection> idle = new ConcurrentLinkedDeque<>();
    private final LongAdder sent = new LongAdder();
    private volatile boolean closed;

    /** @param address host and port, such as {@code 127.0.0.1:6379}; nobody is called yet */
    public Redis(String address) {
        this(address, Duration.ofSeconds(2));
    }

    /** @param timeout with a connection, and with each answer */
    public Redis(String address, Duration timeout) {
        this.address = address;
        this.timeout = timeout;
    }

    public String address() {
        return address;
    }

    /**
     * @throws RedisErrorException if the server refuses the command
     * @throws UncheckedIOException if there is no answer in time
     */
    public Reply call(Object... command) {
        return Trace.call(address, () -> inWords(command), Reply::inShort, () -> carriedOut(command));
    }

    private static String inWords(Object... command) {
        return Stream.of(command).map(String::valueOf).collect(Collectors.joining(" "));
    }

    private Reply carriedOut(Object... command) {
        try {
            sent.increment();
            RedisConnection connection = borrow();
            try {
                connection.send(command);
                Reply reply = connection.read();
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

    /** How many commands were sent by {@link #call} so far. */
    public long sent() {
        return sent.sum();
    }

    /** Hears the messages of a channel, on a thread of its own, from when this returns until the subscription is closed. */
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

    /** Closes the connections that no call uses now: the server has been started anew, and the next call begins anew. */
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
