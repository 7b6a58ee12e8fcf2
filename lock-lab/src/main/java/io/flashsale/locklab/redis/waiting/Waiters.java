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
    private final Map<String, Room> rooms = new HashMap<>();

    Waiters(Redis redis) {
        this.redis = redis;
    }

    /** Listens from when this returns. */
    synchronized Place joinAt(String channel) {
        Room room = rooms.computeIfAbsent(channel, Room::new);
        room.waiting++;
        return new Place(room);
    }

    private synchronized void leave(Room room) {
        room.waiting--;
        if (room.waiting == 0) {
            rooms.remove(room.channel);
            room.subscription.close();
        }
    }

    private final class Room {

        private final String channel;
        private final Semaphore messages = new Semaphore(0);
        private final Subscription subscription;
        private int waiting;

        private Room(String channel) {
            this.channel = channel;
            this.subscription = redis.subscribe(channel, message -> {
                FailPoints.hit(FailPoints.NOTIFIED);
                messages.release();
            });
        }
    }

    /** Somebody's place among those who wait. */
    final class Place implements AutoCloseable {

        private final Room room;

        private Place(Room room) {
            this.room = room;
        }

        /** Returns when a message came for us, or after this time. */
        void await(long nanos) throws InterruptedException {
            FailPoints.hit(FailPoints.WAITS);
            if (room.messages.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
                FailPoints.hit("woken");
            }
        }

        @Override
        public void close() {
            leave(room);
        }
    }
}
