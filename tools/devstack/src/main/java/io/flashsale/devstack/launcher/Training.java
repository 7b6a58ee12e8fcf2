package io.flashsale.devstack.launcher;

import io.flashsale.devstack.process.JvmProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs {@code ./demo --train}: makes the AOT caches of a shop of its own, whose JVMs record how they start and serve the
 * crowd of the warm-up.
 */
final class Training {

    private final Console console;
    private final Path root;
    private final DemoOptions options;

    /** @param chosen decides whether the small shop is trained; else nothing of it counts */
    Training(Console console, Path root, DemoOptions chosen) {
        this.console = console;
        this.root = root;
        this.options = chosen.withDataOfItsOwn(root.resolve(".flashsale/training"));
    }

    /** The exit status. */
    int run() {
        DataDirectory data = new DataDirectory(options.data());
        Demo demo = new Demo(console, root, options, Map.of());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(demo), "abandon"));
        try {
            demo.start(data);
            demo.complete();
            demo.warmUp();
            for (JvmProcess jvm : demo.jvms()) {
                long begin = System.nanoTime();
                jvm.makeAotCache();
                console.up(jvm.name(), Console.since(begin), "its AOT cache is made");
            }
            end(demo);
            data.delete();
            return 0;
        } catch (IOException | RuntimeException e) {
            System.err.println(
                    "demo: " + (e instanceof RuntimeException failure ? Failures.describe(failure) : e.getMessage()));
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } finally {
            end(demo);
        }
    }

    /**
     * Kills everything that has been started, and what the start still goes on to start: a recording JVM that is asked
     * to end first writes for a long time.
     */
    private static void end(Demo demo) {
        Thread killing = Thread.ofPlatform().daemon().name("killing").start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        });
        demo.stop();
        killing.interrupt();
        demo.deleteUnfinishedAotCaches();
    }
}
