package io.flashsale.locklab.run;

import io.flashsale.locklab.resource.JournalAnalysis;
import io.flashsale.locklab.resource.JournalEntry;
import io.flashsale.locklab.resource.ProtectedResource;
import io.flashsale.locklab.trace.Recording;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Reads the resource's journal while it grows, and reports the growing diagram. */
final class JournalReader implements AutoCloseable {

    private static final long PAUSE_MILLIS = 100;

    /** The diagram can be large and is sent as a whole, hence the pause. */
    private static final long BETWEEN_DRAWINGS_MILLIS = 300;

    private final ProtectedResource resource;
    private final RunListener listener;
    private final Recording recording;
    private final JournalAnalysis history;
    private final Thread thread;
    private final CountDownLatch written = new CountDownLatch(1);
    private String last = "";
    private long drawn;
    private long mayDrawFrom = System.nanoTime();

    JournalReader(ProtectedResource resource, RunListener listener, Recording recording) {
        this.resource = resource;
        this.listener = listener;
        this.recording = recording;
        this.history = new JournalAnalysis(listener::left);
        this.thread = Thread.ofVirtual().name("journal-reader").start(this::follow);
    }

    private void follow() {
        try {
            do {
                readOn();
                draw();
            } while (!written.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (UncheckedIOException resourceIsGone) {
            // the run was cancelled; otherwise finish() fails in the same way
        } catch (InterruptedException nobodyDoesThat) {
            Thread.currentThread().interrupt();
        }
    }

    private void draw() {
        long changes = recording.changes();
        long now = System.nanoTime();
        if (changes > drawn && now >= mayDrawFrom) {
            drawn = changes;
            mayDrawFrom = now + TimeUnit.MILLISECONDS.toNanos(BETWEEN_DRAWINGS_MILLIS);
            listener.drawn(recording::diagram);
        }
    }

    private void readOn() {
        for (List<JournalEntry> page = resource.journalAfter(last);
                !page.isEmpty();
                page = resource.journalAfter(last)) {
            page.forEach(history::add);
            last = page.getLast().id();
            listener.sold(history.sold());
        }
    }

    /** Reads the rest when nothing more is written, and returns the whole history. */
    JournalAnalysis finish() throws InterruptedException {
        written.countDown();
        thread.join();
        readOn();
        return history;
    }

    @Override
    public void close() {
        written.countDown();
    }
}
