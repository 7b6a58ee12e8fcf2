package io.flashsale.simulation.shop;

import io.flashsale.simulation.shop.Simulation.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Runs seed after seed, several at a time, until one shows what is looked for. */
final class SeedSearch {

    private final Supplier<Simulation> simulations;
    private final int steps;
    private final Predicate<Violation> wanted;
    private final AtomicLong done = new AtomicLong();
    private final AtomicReference<Optional<Violation>> found = new AtomicReference<>(Optional.empty());

    /** @param simulations one for each thread */
    SeedSearch(Supplier<Simulation> simulations, int steps, Predicate<Violation> wanted) {
        this.simulations = simulations;
        this.steps = steps;
        this.wanted = wanted;
    }

    /** How many schedules have run. */
    long done() {
        return done.get();
    }

    /** @param goesOn asked before each schedule */
    Optional<Violation> from(long first, int threads, BooleanSupplier goesOn)
            throws InterruptedException, ExecutionException {
        AtomicLong next = new AtomicLong(first);
        Callable<Void> worker = () -> {
            Simulation simulation = simulations.get();
            while (goesOn.getAsBoolean() && found.get().isEmpty()) {
                simulation
                        .run(next.getAndIncrement(), steps)
                        .filter(wanted)
                        .ifPresent(one -> found.set(Optional.of(one)));
                done.incrementAndGet();
            }
            return null;
        };
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Future<Void>> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                workers.add(executor.submit(worker));
            }
            for (Future<Void> one : workers) {
                one.get();
            }
        }
        return found.get();
    }
}
