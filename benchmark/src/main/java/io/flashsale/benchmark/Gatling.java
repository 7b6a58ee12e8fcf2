package io.flashsale.benchmark;

import io.flashsale.benchmark.Shop.Shopper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Runs {@link SteadyArrivals} in a JVM of its own. */
final class Gatling {

    private final Path scratch;

    Gatling(Path scratch) {
        this.scratch = scratch;
    }

    /** Response times in milliseconds, ascending; requests that were not accepted are counted apart. */
    record Latencies(List<Integer> millis, int failed) {

        int percentile(double percent) {
            int index = (int) Math.ceil(millis.size() * percent / 100) - 1;
            return millis.get(Math.max(0, index));
        }
    }

    /** Has each of the shoppers reserve once, this many a second. */
    Latencies reserve(String url, long sale, List<Shopper> shoppers, int perSecond) {
        Path tokens = scratch.resolve("tokens.txt");
        Path times = scratch.resolve("times.txt");
        Path log = scratch.resolve("gatling.log");
        try {
            Files.write(tokens, shoppers.stream().map(Shopper::token).toList());
            Files.deleteIfExists(times);
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx512m",
                            "--add-opens=java.base/java.lang=ALL-UNNAMED",
                            "-Dbench.url=" + url,
                            "-Dbench.path=/api/sales/" + sale + "/reservations",
                            "-Dbench.tokens=" + tokens,
                            "-Dbench.output=" + times,
                            "-Dbench.rate=" + perSecond,
                            "-Dbench.seconds=" + shoppers.size() / perSecond,
                            "-Dgatling.data.writers.0=console",
                            "-Dgatling.data.console.light=true",
                            "-cp",
                            System.getProperty("java.class.path"),
                            "io.gatling.app.Gatling",
                            "--simulation",
                            SteadyArrivals.class.getName(),
                            "--results-folder",
                            scratch.resolve("gatling").toString(),
                            "--no-reports")
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (process.waitFor() != 0 || !Files.exists(times)) {
                throw new BenchFailedException("Gatling failed; its output is in " + log);
            }
            try (Stream<String> lines = Files.lines(times)) {
                List<Integer> all = lines.map(Integer::valueOf).sorted().toList();
                List<Integer> accepted = all.stream().filter(time -> time >= 0).toList();
                if (accepted.isEmpty()) {
                    throw new BenchFailedException("nobody was accepted; Gatling's output is in " + log);
                }
                return new Latencies(accepted, all.size() - accepted.size());
            }
        } catch (IOException e) {
            throw new BenchFailedException("Gatling did not run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailedException("interrupted", e);
        }
    }
}
