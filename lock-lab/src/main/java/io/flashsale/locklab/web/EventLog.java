package io.flashsale.locklab.web;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What has happened in a run, for any number of readers, each of whom begins at the beginning. */
final class EventLog {

    private static final Event OUT_OF_DATE = new Event("", "");

    private final List<Event> events = new ArrayList<>();
    private boolean closed;

    /** One without a name is to be passed over. */
    record Event(String name, String data) {

        boolean isOutOfDate() {
            return name.isEmpty();
        }
    }

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

    /** As {@link #add}; earlier events of this name are not told any more to whoever has not read them. */
    synchronized void addInPlaceOfEarlier(String name, String data) {
        forget(name);
        add(name, data);
    }

    /** Events of this name are not told any more to whoever has not read them. */
    synchronized void forget(String name) {
        events.replaceAll(event -> event.name().equals(name) ? OUT_OF_DATE : event);
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
