package io.flashsale.locklab.run;

import io.flashsale.locklab.warehouse.History;
import io.flashsale.locklab.warehouse.JournalEntry;
import io.flashsale.locklab.warehouse.Warehouse;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Reads the warehouse's journal while it is written. */
final class JournalReader implements AutoCloseable {

    private static final long PAUSE_MILLIS = 100;

    private final Warehouse warehouse;
    private final RunListener listener;
    private final History history;
    private final Thread thread;
    private final CountDownLatch written = new CountDownLatch(1);
    private String last = "";

    JournalReader(Warehouse warehouse, RunListener listener) {
        this.warehouse = warehouse;
        this.listener = listener;
        this.history = new History(listener::left);
        this.thread = Thread.ofVirtual().name("journal-reader").start(this::follow);
    }

    private void follow() {
        try {
            do {
                readOn();
            } while (!written.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (UncheckedIOException warehouseIsGone) {
            // the run was cancelled; if it was not, finish() meets the same
        } catch (InterruptedException nobodyDoesThat) {
            Thread.currentThread().interrupt();
        }
    }

    private void readOn() {
        for (List<JournalEntry> page = warehouse.journalAfter(last);
                !page.isEmpty();
                page = warehouse.journalAfter(last)) {
            page.forEach(history::add);
            last = page.getLast().id();
            listener.sold(history.sold());
        }
    }

    /** Nothing more is written: the whole of it. */
    History finish() throws InterruptedException {
        written.countDown();
        thread.join();
        readOn();
        return history;
    }

    /** Stops reading. */
    @Override
    public void close() {
        written.countDown();
    }
}
