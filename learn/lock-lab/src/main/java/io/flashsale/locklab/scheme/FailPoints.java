package io.flashsale.locklab.scheme;

import java.util.Set;
import java.util.function.Consumer;

/**
 * Fail points: named places in the schemes' code. A scheme only reports that it has hit one. A scenario can hold a
 * client there, or make it throw, so that a rare event happens every time.
 *
 * <p>Hits are also counted. Each report has three of the counts: {@link #NOTIFIED}, {@link #RETRIED},
 * {@link #RENEWED}. Two more show that a client met the lock: {@link #WAITS}, {@link #REFUSED}.
 */
public final class FailPoints {

    /** A waiter was notified of a change. */
    public static final String NOTIFIED = "notified";

    /** An attempt failed because of another client and is retried. */
    public static final String RETRIED = "retried";

    /** A client asked for the lock, did not get it, and waits. */
    public static final String WAITS = "waits";

    /** A client learnt that another was first: by the lock, a key, or an update that found another version. */
    public static final String REFUSED = "refused";

    /** A lease was renewed. */
    public static final String RENEWED = "renewed";

    private static final Set<String> OF_THE_LAB = Set.of(
            NOTIFIED,
            RETRIED,
            WAITS,
            REFUSED,
            RENEWED,
            LockedStock.INSIDE,
            LockedStock.BUY_INSIDE,
            LockedStock.LEFT_ONCE);

    private static volatile Consumer<String> watcher = failPoint -> {};

    private FailPoints() {}

    /** Reports that the calling thread has hit this fail point; returns when it may continue. */
    public static void hit(String failPoint) {
        watcher.accept(failPoint);
    }

    /** Whether every scheme may use this fail point; a scheme may name others. */
    public static boolean isOfTheLab(String failPoint) {
        return OF_THE_LAB.contains(failPoint);
    }

    /** Sets the watcher, which is called for each hit on the thread that made it. */
    public static void watchedBy(Consumer<String> newWatcher) {
        watcher = newWatcher;
    }
}
