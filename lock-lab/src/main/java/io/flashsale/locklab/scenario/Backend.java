package io.flashsale.locklab.scenario;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Marks;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One or several real servers that a scheme keeps its locks or its stock on. Started once, used by many runs. */
public interface Backend extends AutoCloseable {

    /** What schemes are told about it: addresses, by the names that {@code SchemeContext.setting} asks for. */
    Map<String, String> settings();

    /** As new: every server runs and has its first role, nothing is held, nothing is stored. Before each run. */
    void reset();

    /** Commands that the servers have carried out since their start; 0 if that is not counted. */
    default long commands() {
        return 0;
    }

    /** Whether {@link #commands} counts. */
    default boolean countsCommands() {
        return true;
    }

    /** How often somebody has waited for a lock, as the servers count it since their start; 0 if that is not counted. */
    default long waits() {
        return 0;
    }

    /** How many wait for a lock right now, as the servers say; 0 if they do not say so. */
    default long waitingNow() {
        return 0;
    }

    /** What is stored, for people: a line for each thing, such as {@code lock:item-1 = 7c1f}. */
    default List<String> contents() {
        return List.of();
    }

    /** Those at which can be seen who holds a lock; their looks are not among the {@link #commands}. */
    default List<LockObserver> observers() {
        return List.of();
    }

    /** From now on takes down what is done to the servers. */
    default void recordOn(Marks marks) {}

    /** Stops the servers. */
    @Override
    void close();

    /**
     * A kind of backend, to be named by the cases that need it.
     *
     * @param start starts the servers in this directory, which ends them with its owner, at the latest
     */
    record Kind<B extends Backend>(Class<B> type, Function<ProcessDirectory, B> start) {}
}
