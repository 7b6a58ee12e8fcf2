package io.flashsale.benchmark.load;

import io.flashsale.benchmark.BenchFailedException;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.devstack.process.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Runs {@link SteadyArrivals} in its own JVM. */
public final class Gatling {

    private final Path scratch;
    private final Path tokens;
    private final Path times;
    private final Path log;

    public Gatling(Path scratch) {
        this.scratch = scratch;
        this.tokens = scratch.resolve("tokens.txt");
        this.times = scratch.resolve("times.txt");
        this.log = scratch.resolve("gatling.log");
    }

    /** Response times in milliseconds, ascending, and the number of requests that were not accepted. */
    public record Latencies(List<Integer> millis, int failed) {

        public int percentile(double percent) {
            int index = (int) Math.ceil(millis.size() * percent / 100) - 1;
            return millis.get(Math.max(0, index));
        }
    }

    /** Makes each shopper reserve once, at this rate per second. */
    public Latencies reserve(String url, long sale, List<SimulatedShopper> shoppers, int perSecond) {
        try {
            Files.write(tokens, shoppers.stream().map(SimulatedShopper::token).toList());
            Files.deleteIfExists(times);
            Process process = new ProcessBuilder(command(url, sale, perSecond, shoppers.size() / perSecond))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (process.waitFor() != 0 || !Files.exists(times)) {
                throw new BenchFailedException("Gatling failed; its output is in " + log);
            }
            return latencies();
        } catch (IOException e) {
            throw new BenchFailedException("Gatling did not run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailedException("interrupted", e);
        }
    }

    private List<String> command(String url, long sale, int perSecond, int seconds) {
        return List.of(
                Platform.java(),
                "-Xmx512m",
                // The second compiler would take processor time from the measured system.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-Dbench.url=" + url,
                "-Dbench.path=/api/sales/" + sale + "/reservations",
                "-Dbench.tokens=" + tokens,
                "-Dbench.output=" + times,
                "-Dbench.rate=" + perSecond,
                "-Dbench.seconds=" + seconds,
                "-Dgatling.data.writers.0=console",
                "-Dgatling.data.console.light=true",
                "-cp",
                System.getProperty("java.class.path"),
                "io.gatling.app.Gatling",
                "--simulation",
                SteadyArrivals.class.getName(),
                "--results-folder",
                scratch.resolve("gatling").toString(),
                "--no-reports");
    }

    private Latencies latencies() throws IOException {
        List<Integer> all;
        try (Stream<String> lines = Files.lines(times)) {
            all = lines.map(Integer::valueOf).sorted().toList();
        }
        List<Integer> accepted = all.stream().filter(time -> time >= 0).toList();
        if (accepted.isEmpty()) {
            throw new BenchFailedException("nobody was accepted; Gatling's output is in " + log);
        }
        return new Latencies(accepted, all.size() - accepted.size());
    }
}
