package io.flashsale.locklab.worker;

import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.trace.Trace;
import io.flashsale.locklab.trace.TraceStep.Kind;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Counts the hits of fail points and holds clients where the scenario says so, once each. */
final class FailPointWatch implements Consumer<String> {

    private final BiConsumer<String, String> stopped;
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<Place, Runnable> traps = new ConcurrentHashMap<>();
    private final Map<String, Standing> standing = new ConcurrentHashMap<>();
    private volatile @Nullable CommandGate gate;

    /** @param stopped is called with the held client and the step */
    FailPointWatch(BiConsumer<String, String> stopped) {
        this.stopped = stopped;
    }

    private record Place(String client, String step) {}

    /** A held client, and whether it will continue with an exception. */
    private record Standing(CountDownLatch goesOn, AtomicBoolean raises) {}

    @Override
    public void accept(String step) {
        counts.computeIfAbsent(step, name -> new LongAdder()).increment();
        if (!traps.isEmpty()) {
            Runnable trap = traps.remove(new Place(Thread.currentThread().getName(), step));
            if (trap != null) {
                trap.run();
                return;
            }
        }
        CommandGate also = gate;
        if (also != null && !FailPoints.isOfTheLab(step)) {
            also.pass("", () -> step);
        }
        if (step.equals(FailPoints.WAITS)) {
            Trace.note(Kind.WAITS, "", "");
        } else if (step.equals(FailPoints.NOTIFIED)) {
            Trace.note(Kind.NOTIFIED, "", "");
        }
    }

    /** Also stops stepped clients at fail points that a scheme has named, as at a command; null ends this. */
    void alsoStopAt(@Nullable CommandGate newGate) {
        gate = newGate;
    }

    void hold(String client, String step) {
        traps.put(new Place(client, step), () -> standStill(client, step));
    }

    private void standStill(String client, String step) {
        Standing here = new Standing(new CountDownLatch(1), new AtomicBoolean());
        standing.put(client, here);
        Trace.note(Kind.STANDS, step, "");
        stopped.accept(client, step);
        try {
            here.goesOn().await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        boolean raises = here.raises().get();
        Trace.note(raises ? Kind.THROWS : Kind.GOES_ON, step, "");
        if (raises) {
            throw new IllegalStateException(Client.THROWN_BY_THE_SCENARIO + step);
        }
    }

    void go(String client) {
        goOn(client, false);
    }

    /** Throws an exception in a client that is held. */
    void raise(String client) {
        goOn(client, true);
    }

    private void goOn(String client, boolean raises) {
        Standing there = standing.remove(client);
        if (there != null) {
            there.raises().set(raises);
            there.goesOn().countDown();
        }
    }

    /** Stops holding the client. */
    void free(String client) {
        traps.keySet().removeIf(place -> place.client().equals(client));
        go(client);
    }

    Map<String, Long> counts() {
        Map<String, Long> all = new TreeMap<>();
        counts.forEach((step, count) -> all.merge(step.replaceAll("[\\s=]+", "-"), count.sum(), Long::sum));
        return all;
    }

    void reset() {
        counts.clear();
        traps.clear();
    }
}
