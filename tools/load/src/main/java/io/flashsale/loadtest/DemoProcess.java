package io.flashsale.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Starts {@code ./demo} for one run and stops it afterwards. */
record DemoProcess(Process process, Path log) implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    static DemoProcess start(Path root, int port, Path log) {
        try {
            Process started = new ProcessBuilder(root.resolve("demo").toString(), "--port=" + port, "--no-aot")
                    .directory(root.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new DemoProcess(started, log);
        } catch (IOException e) {
            throw new CannotMeasureException("./demo could not be started: " + e.getMessage(), e);
        }
    }

    /** Returns when the gateway listens and no part of the demo is still starting or warming up. */
    void awaitReady(BooleanSupplier listens) throws InterruptedException {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (!isReady(listens)) {
            if (!process.isAlive()) {
                throw new CannotMeasureException("./demo ended by itself: see " + log);
            }
            if (System.nanoTime() > end) {
                throw new CannotMeasureException(
                        "./demo is not ready after " + TIMEOUT.toMinutes() + " minutes: see " + log);
            }
            Thread.sleep(Duration.ofMillis(500));
        }
    }

    private boolean isReady(BooleanSupplier listens) {
        try {
            String said = Files.readString(log);
            if (said.contains("it is not complete")) {
                throw new CannotMeasureException("./demo did not start as a whole: see " + log);
            }
            // The demo reports the lock lab last, or why it is missing.
            return said.contains("The lock lab") && listens.getAsBoolean();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Stops the demo with all servers, and returns when all have ended. */
    @Override
    public void close() {
        // During the build, the shell that we started has its own Maven.
        process.descendants()
                .filter(child -> !process.info().command().orElse("").endsWith("java"))
                .forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
