package io.flashsale.controlroom.live;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One source that is read again and again, each time on a thread of its own and never twice at the same time, so that a
 * server that hangs delays nothing else and gathers no threads. For use by one thread.
 */
final class Reading<T extends Object> {

    private static final Logger log = LoggerFactory.getLogger(Reading.class);

    private final String name;
    private final Callable<@Nullable T> source;
    private @Nullable CompletableFuture<@Nullable T> underWay;

    /** @param source may answer null, and may throw: both mean that nothing is known */
    Reading(String name, Callable<@Nullable T> source) {
        this.name = name;
        this.source = source;
    }

    /** Begins to read, unless the last reading is still under way. */
    void start() {
        if (underWay != null && !underWay.isDone()) {
            return;
        }
        CompletableFuture<@Nullable T> reading = new CompletableFuture<>();
        underWay = reading;
        Thread.ofVirtual().name("live-" + name).start(() -> {
            try {
                reading.complete(source.call());
            } catch (Exception fault) {
                log.debug("{} cannot be read", name, fault);
                reading.completeExceptionally(fault);
            }
        });
    }

    boolean isDone() {
        return underWay != null && underWay.isDone();
    }

    /** What was read; null if it could not be, or not until then. */
    @Nullable
    T get(long untilNanoTime) throws InterruptedException {
        CompletableFuture<@Nullable T> reading = underWay;
        if (reading == null) {
            return null;
        }
        try {
            return reading.get(Math.max(0, untilNanoTime - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException unknown) {
            return null;
        }
    }
}
