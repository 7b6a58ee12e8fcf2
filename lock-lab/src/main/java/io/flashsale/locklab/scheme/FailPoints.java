package io.flashsale.locklab.scheme;

import java.util.Set;
import java.util.function.Consumer;

/**
 * The fail points of the schemes: named places in their code. A scheme says that it has hit one, and knows nothing more; a
 * scenario can make a client stand still there, or throw, so that what happens once in a thousand times happens each time.
 *
 * <p>Hits are counted, too. Three names are part of each report: {@link #NOTIFIED}, {@link #RETRIED}, {@link #RENEWED}; two more
 * tell that somebody has met the lock: {@link #WAITS}, {@link #REFUSED}.
 */
public final class FailPoints {

    /** Somebody who waits was told that something has changed. */
    public static final String NOTIFIED = "notified";

    /** An attempt failed because of somebody else, and is made again. */
    public static final String RETRIED = "retried";

    /** Somebody has asked for the lock, was not given it, and waits. */
    public static final String WAITS = "waits";

    /** Somebody was answered that another was first: by the lock, a key, an update that found another version. */
    public static final String REFUSED = "refused";

    /** A lease was prolonged. */
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

    /** The calling thread is at this fail point now; returns when it may go on. */
    public static void hit(String failPoint) {
        watcher.accept(failPoint);
    }

    /** Whether a fail point is one that each scheme has; a scheme may name others. */
    public static boolean isOfTheLab(String failPoint) {
        return OF_THE_LAB.contains(failPoint);
    }

    /** Who is told of each hit from now on, on the thread that made it. */
    public static void watchedBy(Consumer<String> newWatcher) {
        watcher = newWatcher;
    }
}
