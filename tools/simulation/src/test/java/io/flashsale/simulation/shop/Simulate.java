package io.flashsale.simulation.shop;

import io.flashsale.commandline.CommandProgram;
import io.flashsale.simulation.shop.Simulation.Violation;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Main class of {@code ./simulate}. Exit status: 0 everything held, 1 a violation was found, 2 could not simulate. */
public final class Simulate {

    private static final int HOLDS = 0;
    private static final int BROKEN = 1;

    static final CommandProgram<SimulateOptions> PROGRAM =
            new CommandProgram<>("simulate", SimulateOptions.class, List.of());

    private Simulate() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> typed, PrintStream out, PrintStream err) {
        return PROGRAM.run(typed, out, err, options -> run(options, out));
    }

    private static int run(SimulateOptions options, PrintStream out) throws Exception {
        long seed = options.seed();
        Integer minutes = options.minutes();
        long begin = System.nanoTime();
        Search search = new Search(seed, options.steps());
        Optional<Violation> found = minutes == null
                ? search.only(seed)
                : search.until(begin + TimeUnit.MINUTES.toNanos(minutes), options.threads());
        double seconds = (System.nanoTime() - begin) / 1e9;
        long done = search.done.get();
        String extent = "%,d %s of %d steps from seed %d in %.1f s"
                .formatted(done, done == 1 ? "schedule" : "schedules", options.steps(), seed, seconds);
        if (found.isEmpty()) {
            out.println("HOLDS: " + extent);
            return HOLDS;
        }
        Violation violation = found.get();
        Simulation simulation = new Simulation();
        out.println(simulation.report(simulation.shortest(violation)));
        out.printf("Again: ./simulate --seed=%d --steps=%d%n", violation.seed(), options.steps());
        out.println("BROKEN: " + extent);
        return BROKEN;
    }

    /** Runs seed after seed until one shows a violation. */
    private static final class Search {

        private final AtomicLong next;
        private final int steps;
        private final AtomicLong done = new AtomicLong();
        private final AtomicReference<Optional<Violation>> found = new AtomicReference<>(Optional.empty());

        Search(long first, int steps) {
            this.next = new AtomicLong(first);
            this.steps = steps;
        }

        Optional<Violation> only(long seed) {
            done.set(1);
            return new Simulation().run(seed, steps);
        }

        Optional<Violation> until(long end, int threads) throws InterruptedException, ExecutionException {
            Callable<Void> worker = () -> {
                Simulation simulation = new Simulation();
                while (System.nanoTime() - end < 0 && found.get().isEmpty()) {
                    simulation.run(next.getAndIncrement(), steps).ifPresent(one -> found.set(Optional.of(one)));
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
}
