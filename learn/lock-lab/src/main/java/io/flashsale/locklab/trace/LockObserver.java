package io.flashsale.locklab.trace;

import org.jspecify.annotations.Nullable;

/** Looks at one server without changing it. Its commands do not count as commands of the run. */
public interface LockObserver {

    /** The lane of the server, such as {@code master-2}. */
    String lane();

    /** The address that clients call; the lane if they call none. */
    default String address() {
        return lane();
    }

    /**
     * Returns for whom the server holds this lock now; null if for nobody.
     *
     * @throws RuntimeException if the server cannot be asked now
     */
    @Nullable
    Holder look(String lock);

    /** Whether the server can be asked now; a paused server is not asked. */
    default boolean isThere() {
        return true;
    }
}
