package io.flashsale.locklab.trace;

import org.jspecify.annotations.Nullable;

/** A look at one server, which changes nothing there and is not counted among the commands of a run. */
public interface LockObserver {

    /** The lane of the server, such as {@code master-2}. */
    String lane();

    /** The address by which clients call it; its lane if they do not. */
    default String address() {
        return lane();
    }

    /**
     * For whom the server holds the lock of this name now; null if for nobody.
     *
     * @throws RuntimeException if it cannot be asked now
     */
    @Nullable
    Holder look(String lock);

    /** Whether the server can be asked at all now; one that stands still is not asked. */
    default boolean isThere() {
        return true;
    }
}
