package io.flashsale.locklab.scenario;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Marks;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One or several real servers that hold a scheme's locks or stock. They start once and serve many runs. */
public interface Backend extends AutoCloseable {

    /** The addresses for schemes, by the names that {@code SchemeContext.setting} uses. */
    Map<String, String> settings();

    /** Resets the servers before each run: all run in their first roles, hold no lock and store nothing. */
    void reset();

    /** Commands that the servers have run since their start; 0 if they do not count. */
    default long commands() {
        return 0;
    }

    /** Whether {@link #commands} counts. */
    default boolean countsCommands() {
        return true;
    }

    /** The number of waits for a lock since the servers started; 0 if they do not count. */
    default long waits() {
        return 0;
    }

    /** The number of clients that wait for a lock now; 0 if the servers do not say. */
    default long waitingNow() {
        return 0;
    }

    /** Whether the servers hold anything that ends by itself after a time. */
    default boolean hasLeases() {
        return false;
    }

    /** Ends at once everything that would end by itself after a time. */
    default void endLeases() {}

    /** The stored data for display, one line per item, such as {@code lock:item-1 = 7c1f}. */
    default List<String> contents() {
        return List.of();
    }

    /** Observers of the locks on these servers; their commands are not among {@link #commands}. */
    default List<LockObserver> observers() {
        return List.of();
    }

    /** Records from now on what is done to the servers. */
    default void recordOn(Marks marks) {}

    @Override
    void close();

    /**
     * A kind of backend, which the cases name.
     *
     * @param start starts the servers in this directory; they end with the directory's owner at the latest
     */
    record Kind<B extends Backend>(Class<B> type, Function<ProcessDirectory, B> start) {}
}
