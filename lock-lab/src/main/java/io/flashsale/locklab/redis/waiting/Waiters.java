package io.flashsale.locklab.redis.waiting;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.Subscription;
import io.flashsale.locklab.scheme.FailPoints;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Those of one process who wait for messages of a channel: one subscription for all of them, as long as there is one of
 * them. Each message wakes one; it is kept for the next one if nobody sleeps just then.
 */
final class Waiters {

    private final Redis redis;
    private final Map<String, Channel> channels = new HashMap<>();

    Waiters(Redis redis) {
        this.redis = redis;
    }

    /** Listens from when this returns. */
    synchronized Place joinAt(String name) {
        Channel channel = channels.computeIfAbsent(name, Channel::new);
        channel.waiting++;
        return new Place(channel);
    }

    private synchronized void leave(Channel channel) {
        channel.waiting--;
        if (channel.waiting == 0) {
            channels.remove(channel.name);
            channel.subscription.close();
        }
    }

    private final class Channel {

        private final String name;
        private final Semaphore messages = new Semaphore(0);
        private final Subscription subscription;
        private int waiting;

        private Channel(String name) {
            this.name = name;
            this.subscription = redis.subscribe(name, message -> {
                FailPoints.hit(FailPoints.NOTIFIED);
                messages.release();
            });
        }
    }

    /** Somebody's place among those who wait. */
    final class Place implements AutoCloseable {

        private final Channel channel;

        private Place(Channel channel) {
            this.channel = channel;
        }

        /** Returns when a message came for us, or after this time. */
        void await(long nanos) throws InterruptedException {
            FailPoints.hit(FailPoints.WAITS);
            if (channel.messages.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
                FailPoints.hit("woken");
            }
        }

        @Override
        public void close() {
            leave(channel);
        }
    }
}
