package io.flashsale.devstack.launcher;

import io.flashsale.devstack.process.JvmProcess;
import io.flashsale.devstack.process.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Has missing AOT caches made for the next start while the shop is open, by a {@link Training} at the lowest priority.
 *
 * <p>It needs memory for a second shop; without that much free memory no caches are made.
 */
final class NextStart implements AutoCloseable {

    /** Keeps the shop's start undisturbed. */
    private static final long AFTER_MS = 10_000;

    private static final long MEGABYTES = 4_000;
    private static final long SMALL_MEGABYTES = 1_600;

    private final Console console;
    private final Path root;
    private final boolean small;
    private final Collection<JvmProcess> jvms;
    private final Thread thread;
    private @Nullable Process training;

    NextStart(Console console, Path root, boolean small, Collection<JvmProcess> jvms) {
        this.console = console;
        this.root = root;
        this.small = small;
        this.jvms = jvms;
        this.thread = Thread.ofPlatform().daemon().name("next-start").unstarted(this::run);
    }

    void begin() {
        thread.start();
    }

    private void run() {
        try {
            Thread.sleep(AFTER_MS);
            if (isCacheMissing() && availableMegabytes() > (small ? SMALL_MEGABYTES : MEGABYTES)) {
                long begin = System.nanoTime();
                int exit = train().waitFor();
                console.line(
                        exit == 0
                                ? "The next start will be faster: AOT caches were made in "
                                        + Console.seconds(Console.since(begin)) + "."
                                : "The next start will be no faster: AOT caches were not made (exit status " + exit
                                        + "); ./demo --train says why.");
            }
        } catch (IOException fault) {
            console.line("The next start will be no faster: " + fault.getMessage());
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isCacheMissing() throws IOException {
        for (JvmProcess jvm : jvms) {
            if (jvm.lacksAotCache()) {
                return true;
            }
        }
        return false;
    }

    /** What the kernel can give without swapping; on a system that does not say, there is enough. */
    private static long availableMegabytes() throws IOException {
        Path file = Path.of("/proc/meminfo");
        if (!Files.isReadable(file)) {
            return Long.MAX_VALUE;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        }
    }

    private synchronized Process train() throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new IOException("the demo stops");
        }
        List<String> command = new ArrayList<>(List.of(
                Platform.java(),
                "-Xmx160m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-D" + Platform.BACKGROUND + "=true",
                "-Dflashsale.root=" + root,
                "-cp",
                System.getProperty("java.class.path"),
                Launcher.class.getName(),
                "--train"));
        if (small) {
            command.add("--small");
        }
        training = new ProcessBuilder(Platform.inBackground(command))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return training;
    }

    /** Abandons unfinished caches. */
    @Override
    public void close() {
        thread.interrupt();
        Process unfinished;
        synchronized (this) {
            unfinished = training;
        }
        try {
            if (unfinished != null) {
                unfinished.destroy();
                unfinished.waitFor();
            }
            thread.join(2_000);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
