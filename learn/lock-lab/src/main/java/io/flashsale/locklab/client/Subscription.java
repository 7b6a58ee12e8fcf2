package io.flashsale.locklab.client;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A subscription to one channel, on a connection of its own. It ends silently when the connection does. */
public final class Subscription implements AutoCloseable {

    private final RedisConnection connection;

    Subscription(RedisConnection connection, String channel, Consumer<String> listener) throws IOException {
        this.connection = connection;
        connection.send("SUBSCRIBE", channel);
        connection.read().orThrow();
        connection.waitForEver();
        Thread.ofVirtual().name("subscription-" + channel).start(() -> listen(listener));
    }

    private void listen(Consumer<String> listener) {
        try {
            while (true) {
                List<RedisReply> push = connection.read().list();
                listener.accept(push.get(2).text());
            }
        } catch (IOException closed) {
            // closed by us or by the server: a waiter must not rely on messages alone
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
