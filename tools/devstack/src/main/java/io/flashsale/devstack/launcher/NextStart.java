package io.flashsale.devstack.launcher;

import io.flashsale.devstack.process.FreeMemory;
import io.flashsale.devstack.process.JvmProcess;
import io.flashsale.devstack.process.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Has missing AOT caches made for the next start while the shop is open, by a {@link Training} at the lowest priority.
 *
 * <p>It needs memory for a second shop; without that much free memory no caches are made. What cannot be made is not
 * tried again until the next build.
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
            if (isCacheMissing() && FreeMemory.megabytes() > (small ? SMALL_MEGABYTES : MEGABYTES)) {
                long begin = System.nanoTime();
                int exit = train().waitFor();
                if (exit == 0) {
                    console.line("The next start will be faster: AOT caches were made in "
                            + Console.seconds(Console.since(begin)) + ".");
                } else {
                    for (JvmProcess jvm : jvms) {
                        jvm.giveUpAotCache();
                    }
                    console.line("Later starts will be no faster: AOT caches were not made (exit status " + exit
                            + "), and are not tried again with this build; ./demo --train tries, and says why.");
                }
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

    /** Abandons unfinished caches at once: a recording JVM that is asked to end first writes for a long time. */
    @Override
    public void close() {
        thread.interrupt();
        Process unfinished;
        synchronized (this) {
            unfinished = training;
        }
        try {
            if (unfinished != null) {
                Platform.killWithDescendants(unfinished.toHandle());
                unfinished.waitFor();
                for (JvmProcess jvm : jvms) {
                    jvm.deleteUnfinishedAotCache();
                }
            }
            thread.join(2_000);
        } catch (IOException fault) {
            console.line("Unfinished AOT caches are left: " + fault.getMessage());
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
