package io.flashsale.locklab.redis.waiting;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.Subscription;
import io.flashsale.locklab.scheme.FailPoints;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The waiters of one process for a channel. They share one subscription, which lasts as long as there is a waiter.
 * Each message wakes one of them; if nobody sleeps, it is kept for the next.
 */
final class Waiters {

    /** A step whose name ends with the seconds that a waiter sleeps at most. */
    static final String SLEEPS_SECONDS = "sleeps-seconds-";

    private final Redis redis;
    private final Map<String, Channel> channels = new HashMap<>();

    Waiters(Redis redis) {
        this.redis = redis;
    }

    /** Adds a waiter. The subscription is active when this returns. */
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

    /** One waiter's place. */
    final class Place implements AutoCloseable {

        private final Channel channel;

        private Place(Channel channel) {
            this.channel = channel;
        }

        /** Returns when a message arrives for this waiter, or after this time. */
        void await(long nanos) throws InterruptedException {
            FailPoints.hit(FailPoints.WAITS);
            FailPoints.hit(SLEEPS_SECONDS + TimeUnit.NANOSECONDS.toSeconds(nanos));
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
