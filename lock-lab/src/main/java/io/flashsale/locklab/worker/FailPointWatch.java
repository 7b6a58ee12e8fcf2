package io.flashsale.locklab.worker;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Counts the hits of fail points, and stops clients at those where they are to be stopped, once each. */
final class FailPointWatch implements Consumer<String> {

    private final BiConsumer<String, String> stopped;
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<Place, Runnable> traps = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> standing = new ConcurrentHashMap<>();

    /** @param stopped is told who stands still and where */
    FailPointWatch(BiConsumer<String, String> stopped) {
        this.stopped = stopped;
    }

    private record Place(String client, String step) {}

    @Override
    public void accept(String step) {
        counts.computeIfAbsent(step, name -> new LongAdder()).increment();
        if (!traps.isEmpty()) {
            Runnable trap = traps.remove(new Place(Thread.currentThread().getName(), step));
            if (trap != null) {
                trap.run();
            }
        }
    }

    void hold(String client, String step) {
        traps.put(new Place(client, step), () -> standStill(client, step));
    }

    void throwAt(String client, String step) {
        traps.put(new Place(client, step), () -> {
            throw new IllegalStateException("thrown by the scenario at " + step);
        });
    }

    private void standStill(String client, String step) {
        CountDownLatch goOn = new CountDownLatch(1);
        standing.put(client, goOn);
        stopped.accept(client, step);
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void go(String client) {
        CountDownLatch latch = standing.remove(client);
        if (latch != null) {
            latch.countDown();
        }
    }

    /** Nothing stops the client any more. */
    void free(String client) {
        traps.keySet().removeIf(place -> place.client().equals(client));
        go(client);
    }

    Map<String, Long> counts() {
        Map<String, Long> all = new TreeMap<>();
        counts.forEach((step, count) -> all.put(step, count.sum()));
        return all;
    }

    void reset() {
        counts.clear();
        traps.clear();
    }
}
