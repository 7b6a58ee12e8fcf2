package io.flashsale.locklab.web;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The events of a run, for any number of readers. Each reader starts at the beginning. */
final class EventLog {

    private static final Event OUT_OF_DATE = new Event("", "");

    private final List<Event> events = new ArrayList<>();
    private boolean closed;

    /** An event without a name is skipped. */
    record Event(String name, String data) {

        boolean isOutOfDate() {
            return name.isEmpty();
        }
    }

    synchronized void add(String name, String data) {
        events.add(new Event(name, data));
        notifyAll();
    }

    /** Like {@link #add}, unless the last event is the same. */
    synchronized void addUnlessRepeated(String name, String data) {
        if (events.isEmpty() || !events.getLast().equals(new Event(name, data))) {
            add(name, data);
        }
    }

    /** Like {@link #add}, and drops earlier events of this name for readers that have not read them. */
    synchronized void addInPlaceOfEarlier(String name, String data) {
        forget(name);
        add(name, data);
    }

    /** Drops events of this name for readers that have not read them. */
    synchronized void forget(String name) {
        events.replaceAll(event -> event.name().equals(name) ? OUT_OF_DATE : event);
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Waits for events from this index on and returns them; returns none after the timeout, or at the end. */
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
