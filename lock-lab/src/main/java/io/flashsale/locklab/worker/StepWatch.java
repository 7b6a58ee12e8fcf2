package io.flashsale.locklab.worker;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Counts the steps that are reached, and stops people at those where they are to be stopped, once each. */
final class StepWatch implements Consumer<String> {

    private final BiConsumer<String, String> stopped;
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<Place, Runnable> traps = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> standing = new ConcurrentHashMap<>();

    /** @param stopped is told who stands still and where */
    StepWatch(BiConsumer<String, String> stopped) {
        this.stopped = stopped;
    }

    private record Place(String person, String step) {}

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

    void hold(String person, String step) {
        traps.put(new Place(person, step), () -> standStill(person, step));
    }

    void throwAt(String person, String step) {
        traps.put(new Place(person, step), () -> {
            throw new IllegalStateException("thrown by the scenario at " + step);
        });
    }

    private void standStill(String person, String step) {
        CountDownLatch goOn = new CountDownLatch(1);
        standing.put(person, goOn);
        stopped.accept(person, step);
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void go(String person) {
        CountDownLatch latch = standing.remove(person);
        if (latch != null) {
            latch.countDown();
        }
    }

    /** Nothing stops the person any more. */
    void free(String person) {
        traps.keySet().removeIf(place -> place.person().equals(person));
        go(person);
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
