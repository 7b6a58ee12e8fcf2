package io.flashsale.locklab.scheme;

import java.util.function.Consumer;

/**
 * The named steps of the schemes. A scheme says that it has reached one, and knows nothing more; a scenario can make a
 * person stand still there, or throw, so that what happens once in a thousand times happens each time.
 *
 * <p>Steps are counted, too. Three names are part of each report: {@link #NOTIFIED}, {@link #RETRIED}, {@link #RENEWED}.
 */
public final class Steps {

    /** Somebody who waits was told that something has changed. */
    public static final String NOTIFIED = "notified";

    /** An attempt failed because of somebody else, and is made again. */
    public static final String RETRIED = "retried";

    /** A lease was prolonged. */
    public static final String RENEWED = "renewed";

    private static volatile Consumer<String> watcher = step -> {};

    private Steps() {}

    /** The calling thread is at this step now; returns when it may go on. */
    public static void reached(String step) {
        watcher.accept(step);
    }

    /** Who is told of each step from now on, on the thread that reached it. */
    public static void watchedBy(Consumer<String> newWatcher) {
        watcher = newWatcher;
    }
}
