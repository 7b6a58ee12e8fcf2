package io.flashsale.loadtest;

import io.flashsale.commandline.Progress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of a plan by JMeter in its own JVM. */
public final class JMeterRun {

    private final JMeterHome jmeter;
    private final Path plan;
    private final Path report;
    private final Path work;
    private volatile @Nullable Process process;
    private volatile boolean stopped;

    /** Uses the work folder for files with tokens; the caller deletes it. */
    public JMeterRun(JMeterHome jmeter, Path plan, Path report, Path work) {
        this.jmeter = jmeter;
        this.plan = plan;
        this.report = report;
        this.work = work;
    }

    public Path results() {
        return report.resolve("results.jtl");
    }

    /** Runs the plan to its end with these properties, and shows its progress. Returns JMeter's exit status. */
    public int run(Map<String, String> properties, Progress progress) {
        List<String> arguments = new ArrayList<>(List.of("-n", "-l", results().toString()));
        arguments.addAll(List.of("-e", "-o", report.resolve("dashboard").toString()));
        return await(start(properties, true, arguments), line -> show(line, progress));
    }

    /** Opens the plan in JMeter's window, and returns when it is closed. */
    void openWindow(Map<String, String> properties) {
        await(start(properties, false, List.of()), line -> {});
    }

    private int await(Process running, Consumer<String> listener) {
        try (BufferedReader output = running.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(listener);
            return running.waitFor();
        } catch (UncheckedIOException | IOException e) {
            // The output ends when the process does.
            return running.isAlive() ? -1 : running.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stop();
            return -1;
        }
    }

    private synchronized Process start(Map<String, String> properties, boolean headless, List<String> more) {
        if (stopped) {
            throw new CannotMeasureException("Stopped before JMeter was started.");
        }
        List<String> arguments = new ArrayList<>(List.of("-t", plan.toString(), "-q", write(properties)));
        arguments.addAll(List.of("-j", report.resolve("jmeter.log").toString()));
        // JMeter reads the fragments anew for each thread, and would log it each time.
        arguments.add("-Lorg.apache.jmeter.control.IncludeController=WARN");
        arguments.add("-Lorg.apache.jmeter.save.SaveService=WARN");
        arguments.addAll(more);
        try {
            Process started = new ProcessBuilder(jmeter.command(work, headless, arguments))
                    .directory(work.toFile())
                    .redirectErrorStream(true)
                    .start();
            process = started;
            return started;
        } catch (IOException e) {
            throw new CannotMeasureException("JMeter could not be started: " + e.getMessage(), e);
        }
    }

    /**
     * Writes a file, because every user of this machine can read arguments and one property is the administrator's
     * token.
     */
    private String write(Map<String, String> properties) {
        Path file = work.resolve("run.properties");
        Properties content = new Properties();
        content.putAll(properties);
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try (OutputStream out = Files.newOutputStream(file)) {
                content.store(out, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toString();
    }

    private static void show(String line, Progress progress) {
        if (line.startsWith("summary =")) {
            progress.line("  " + line.replaceAll("\\s+", " ").replace("summary = ", ""));
        }
    }

    /** Ends JMeter now. Recorded results stay; repeated calls are harmless. */
    public void stop() {
        Process running;
        synchronized (this) {
            stopped = true;
            running = process;
        }
        if (running == null) {
            return;
        }
        running.destroy();
        try {
            if (!running.waitFor(5, TimeUnit.SECONDS)) {
                running.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            running.destroyForcibly();
        }
    }
}
