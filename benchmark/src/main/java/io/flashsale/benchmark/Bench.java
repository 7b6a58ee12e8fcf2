package io.flashsale.benchmark;

import static io.flashsale.benchmark.Progress.say;

import io.flashsale.client.ShopClientException;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;

/** Main class of {@code ./bench}. Exit status: 0 measured, 2 could not measure. */
public final class Bench {

    private Bench() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    private static int run(String... typed) {
        try {
            Arguments arguments = Arguments.parse(typed);
            if (arguments.help) {
                System.out.print(Arguments.usage());
                return 0;
            }
            Path root = ProjectRoot.find();
            Options options = Options.of(root, arguments);
            String table = measure(root, options, String.join(" ", typed));
            System.out.println();
            System.out.print(table);
            PerformancePage.write(options.output(), table);
            say("written to %s", options.output());
            return 0;
        } catch (BenchFailedException | ShopClientException | ServerFailedException | IOException e) {
            System.err.println("bench: " + e.getMessage());
            return 2;
        }
    }

    private static String measure(Path root, Options options, String typed) throws IOException {
        Map<String, String> environment = environment(root, Wrk.version(), typed);
        Path data =
                root.resolve("benchmark/target/run-" + ProcessHandle.current().pid());
        Path scratch = Files.createDirectories(data.resolve("scratch"));
        say("starting the system in %s", data);
        try (SystemUnderTest system = SystemUnderTest.start(data.resolve("system"));
                PersistedOrders orders = system.orders()) {
            Runtime.getRuntime().addShutdownHook(new Thread(system::close));
            Loads loads = new Loads(options, system, orders, root, scratch);
            Measurement measurement = new Measurement(options, system, orders, loads);
            Table table = new Table(measurement.results(), environment);
            try {
                measurement.measureAll();
            } catch (BenchFailedException | ShopClientException e) {
                say("not all was measured; this was:%n%s", table.markdown());
                throw e;
            }
            return table.markdown();
        }
    }

    private static Map<String, String> environment(Path root, String wrkVersion, String typed) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("command", ("`./bench " + typed).strip() + "`");
        environment.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        environment.put(
                "machine",
                Runtime.getRuntime().availableProcessors() + " processors, " + Machine.processor() + ", "
                        + Machine.memoryGigabytes() + " GB; everything on it: servers, services, load generators");
        environment.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        environment.put("Java", Runtime.version().toString());
        environment.put("commit", Machine.commit(root));
        environment.put(
                "load generators",
                wrkVersion + " (1 thread, " + Wrk.CONNECTIONS + " connections where no other number is named), Gatling"
                        + " (arrivals)");
        return environment;
    }
}
