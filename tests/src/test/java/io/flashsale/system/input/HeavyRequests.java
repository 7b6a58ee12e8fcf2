package io.flashsale.system.input;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Sends many expensive requests at the same moment.
 *
 * <p>The callers run in a process of their own with the lowest priority. Real callers have their own computers,
 * so the callers' own work here must not take time from the shop. Their cost to the shop, and to the kernel on
 * its behalf, still counts.
 */
final class HeavyRequests implements AutoCloseable {

    /**
     * A sender of requests.
     *
     * @param token empty for an anonymous sender
     * @param path whose body is read if the sender is allowed to send one
     */
    record Sender(String name, String token, String path) {

        static Sender of(String line) {
            String[] parts = line.split("\t", -1);
            return new Sender(parts[0], parts[1], parts[2]);
        }

        String line() {
            return String.join("\t", name, token, path);
        }
    }

    private final Process process;
    private final BufferedReader said;

    /** Starts the process and returns when all callers wait for the start. */
    HeavyRequests(URI gateway, int callers, List<Sender> senders) {
        try {
            process = new ProcessBuilder(
                            "nice",
                            "-n",
                            "19",
                            ProcessHandle.current().info().command().orElse("java"),
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Xmx128m",
                            "-cp",
                            Path.of(HeavyRequests.class
                                            .getProtectionDomain()
                                            .getCodeSource()
                                            .getLocation()
                                            .toURI())
                                    .toString(),
                            HeavyCallers.class.getName(),
                            gateway.toString(),
                            Integer.toString(callers))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            said = process.inputReader(StandardCharsets.UTF_8);
            senders.forEach(sender -> tell(sender.line()));
            tell("");
            String ready = said.readLine();
            if (!"ready".equals(ready)) {
                throw new IllegalStateException("the callers said " + ready);
            }
        } catch (IOException | URISyntaxException fault) {
            throw new IllegalStateException(fault);
        }
    }

    /** Starts all callers together. */
    void comeAtOnce() {
        tell("come");
    }

    /** Stops all callers. Returns how often each request ended with which status, or {@code closed} without one. */
    Map<String, Long> goHome() {
        tell("go");
        tellNoMore();
        Map<String, Long> ends = new TreeMap<>();
        said.lines().forEach(line -> {
            String[] parts = line.split(" ", 2);
            ends.put(parts[1], Long.parseLong(parts[0]));
        });
        return ends;
    }

    private void tell(String line) {
        try {
            process.outputWriter(StandardCharsets.UTF_8)
                    .append(line)
                    .append('\n')
                    .flush();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private void tellNoMore() {
        try {
            process.outputWriter(StandardCharsets.UTF_8).close();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the callers do not go");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
