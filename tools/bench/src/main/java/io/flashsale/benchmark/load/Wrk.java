package io.flashsale.benchmark.load;

import io.flashsale.benchmark.BenchFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** Runs wrk, a closed model: each connection sends its next request after the last one was answered. */
public final class Wrk {

    /** The default number of connections. */
    public static final int CONNECTIONS = 64;

    private static final String RESULT = "RESULT ";

    private final Path script;
    private final Path scratch;
    private final JsonMapper json = new JsonMapper();

    public Wrk(Path root, Path scratch) {
        this.script = root.resolve("tools/bench/src/main/wrk/lines.lua");
        this.scratch = scratch;
    }

    /**
     * @param requests that were answered
     * @param refused of those with a status of 400 or more
     * @param broken connections that failed, and answers that took longer than two seconds
     */
    public record Load(long requests, long micros, long refused, long broken) {

        public double perSecond() {
            return requests * 1e6 / micros;
        }

        public double acceptedPerSecond() {
            return (requests - refused) * 1e6 / micros;
        }

        public Load requireAllAccepted(String what) {
            if (refused + broken > 0) {
                throw new BenchFailedException(what + ": of " + requests + " requests " + refused + " were refused and "
                        + broken + " not answered");
            }
            return this;
        }

        public Load requireAllRefused(String what) {
            if (refused != requests || broken > 0) {
                throw new BenchFailedException(what + ": of " + requests + " requests only " + refused
                        + " were refused, and " + broken + " not answered");
            }
            return this;
        }
    }

    public static String version() {
        // wrk prints its version with an exit status of 1.
        String first = run(List.of("wrk", "-v")).getFirst();
        return first.replaceAll(" \\[.*", "");
    }

    /** Sends each line as one request, on this many connections, and ends with the last answer. */
    public Load once(String url, Stream<String> lines, int connections) {
        return load(url, lines, connections, "once", 300);
    }

    /** Sends the lines repeatedly for this many seconds. */
    public Load loop(String url, Stream<String> lines, int seconds) {
        return load(url, lines, CONNECTIONS, "loop", seconds);
    }

    private Load load(String url, Stream<String> lines, int connections, String mode, int seconds) {
        Path file = scratch.resolve("requests.txt");
        try {
            Files.write(file, (Iterable<String>) lines::iterator);
        } catch (IOException e) {
            throw new BenchFailedException("Cannot write " + file + ": " + e.getMessage(), e);
        }
        List<String> output = run(List.of(
                "wrk",
                "--threads=1",
                "--connections=" + connections,
                "--duration=" + seconds + "s",
                "--timeout=10s",
                "--script=" + script,
                url,
                "--",
                file.toString(),
                Integer.toString(connections),
                mode));
        return output.stream()
                .filter(line -> line.startsWith(RESULT))
                .map(line -> json.readValue(line.substring(RESULT.length()), Load.class))
                .findFirst()
                .orElseThrow(() -> new BenchFailedException("wrk said nothing useful: " + output));
    }

    private static List<String> run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            try (var reader = process.inputReader()) {
                List<String> lines = new ArrayList<>(reader.lines().toList());
                process.waitFor();
                return lines;
            }
        } catch (IOException missing) {
            throw new BenchFailedException("wrk is missing: install it (Debian: apt-get install wrk)", missing);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailedException("interrupted", e);
        }
    }
}
