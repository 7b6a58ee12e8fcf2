package io.flashsale.system.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
    private final PrintWriter told;

    /** Starts the process and returns when all callers wait for the start. */
    HeavyRequests(URI gateway, int callers, List<Sender> senders) throws IOException, URISyntaxException {
        URL classes = HeavyRequests.class.getProtectionDomain().getCodeSource().getLocation();
        List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
        command.addAll(List.of("-cp", Path.of(classes.toURI()).toString()));
        command.addAll(List.of(HeavyCallers.class.getName(), gateway.toString(), Integer.toString(callers)));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        said = process.inputReader(StandardCharsets.UTF_8);
        told = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        senders.forEach(sender -> told.println(sender.line()));
        told.println();
        assertThat(said.readLine()).isEqualTo("ready");
    }

    /** Starts all callers together. */
    void comeAtOnce() {
        told.println("come");
    }

    /**
     * Stops all callers once each has been turned away. Returns how often each request ended with which status, or
     * {@code closed} without one.
     */
    Map<String, Long> goHome() {
        told.println("go");
        told.close();
        Map<String, Long> ends = new TreeMap<>();
        said.lines().forEach(line -> {
            String[] parts = line.split(" ", 2);
            ends.put(parts[1], Long.parseLong(parts[0]));
        });
        return ends;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
