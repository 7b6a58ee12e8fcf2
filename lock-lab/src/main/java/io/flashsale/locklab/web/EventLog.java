package io.flashsale.locklab.web;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What has happened in a run, for any number of readers, each of whom begins at the beginning. */
final class EventLog {

    private final List<Event> events = new ArrayList<>();
    private boolean closed;

    record Event(String name, String data) {}

    synchronized void add(String name, String data) {
        events.add(new Event(name, data));
        notifyAll();
    }

    /** As {@link #add}, unless the last event is the same. */
    synchronized void addUnlessRepeated(String name, String data) {
        if (events.isEmpty() || !events.getLast().equals(new Event(name, data))) {
            add(name, data);
        }
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** The events from this one on, waited for if there is none yet; empty if that took too long, or at the end. */
    synchronized List<Event> from(int index, long timeoutMillis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        while (events.size() <= index && !closed) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                break;
            }
            wait(left);
        }
        return List.copyOf(events.subList(Math.min(index, events.size()), events.size()));
    }

    synchronized boolean hasEndedAt(int index) {
        return closed && index >= events.size();
    }
}
