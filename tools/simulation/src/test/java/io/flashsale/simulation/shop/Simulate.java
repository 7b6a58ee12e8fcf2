package io.flashsale.simulation.shop;

import io.flashsale.commandline.CommandProgram;
import io.flashsale.simulation.shop.Simulation.Violation;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

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
        long done = 1;
        Optional<Violation> found;
        if (minutes == null) {
            found = new Simulation().run(seed, options.steps());
        } else {
            long end = begin + TimeUnit.MINUTES.toNanos(minutes);
            SeedSearch search = new SeedSearch(Simulation::new, options.steps(), _ -> true);
            found = search.from(seed, options.threads(), () -> System.nanoTime() - end < 0);
            done = search.done();
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
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
}
