package io.flashsale.judge;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Does things after so many clicks were answered, while JMeter writes its results. Counts decide, no clock. An answer of
 * several lines counts several times.
 */
final class ClickWatch implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(20);

    /** What happens after so many answers. */
    record ClickEvent(long after, ClickAction action) {}

    @FunctionalInterface
    interface ClickAction {
        void run() throws InterruptedException;
    }

    private final Path results;
    private final List<ClickEvent> events;
    private final Thread thread;
    private volatile boolean ended;
    private volatile int done;
    private volatile @Nullable RuntimeException failure;

    ClickWatch(Path results, List<ClickEvent> events) {
        this.results = results;
        this.events = events.stream()
                .sorted(Comparator.comparingLong(ClickEvent::after))
                .toList();
        this.thread = Thread.ofPlatform().name("click-watch").start(this::watch);
    }

    private void watch() {
        try {
            long lines = -1; // the header
            long read = 0;
            for (ClickEvent event : events) {
                while (lines < event.after()) {
                    boolean last = ended;
                    byte[] more = since(read);
                    read += more.length;
                    for (byte next : more) {
                        lines += next == '\n' ? 1 : 0;
                    }
                    if (lines < event.after()) {
                        if (last) {
                            return;
                        }
                        Thread.sleep(POLL);
                    }
                }
                event.action().run();
                done++;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private byte[] since(long position) {
        if (!Files.exists(results)) {
            return new byte[0];
        }
        try (InputStream in = Files.newInputStream(results)) {
            in.skipNBytes(position);
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says that there are no more clicks: waits for what their number asks for. Rethrows what went wrong. */
    @Override
    public void close() {
        ended = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
                thread.interrupt();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        RuntimeException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }

    /** How many events have happened. */
    int done() {
        return done;
    }
}
