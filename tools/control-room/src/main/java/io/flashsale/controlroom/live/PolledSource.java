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
 * Reads one source repeatedly, each time on a new thread and never twice at once. For use by one thread. So a
 * hanging server neither delays other readings nor accumulates threads.
 */
final class PolledSource<T extends Object> {

    private static final Logger log = LoggerFactory.getLogger(PolledSource.class);

    private final String name;
    private final Callable<@Nullable T> source;
    private @Nullable CompletableFuture<@Nullable T> underWay;

    /** @param source may return null or throw; both mean that the value is unknown */
    PolledSource(String name, Callable<@Nullable T> source) {
        this.name = name;
        this.source = source;
    }

    /** Starts a reading, unless the last one still runs. */
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

    /** Returns the value; null if it could not be read in time. */
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
