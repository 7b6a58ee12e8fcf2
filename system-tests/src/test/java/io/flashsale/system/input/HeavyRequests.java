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
 * Callers who are a burden on purpose, as many in the same moment as one wants. They are a process of their own, with the lowest
 * priority: elsewhere callers have computers of their own, and here what they compute for themselves is not to be taken from the
 * shop. What they cost the shop, and the kernel for it, they do.
 */
final class HeavyRequests implements AutoCloseable {

    /**
     * Who sends.
     *
     * @param token empty for a stranger
     * @param path whose body is read, if he may send one
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

    /** They are there when this returns, and wait. */
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

    /** All of them. */
    void comeAtOnce() {
        tell("come");
    }

    /** How often which request ended in which way: the status, or {@code closed} without one. */
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
