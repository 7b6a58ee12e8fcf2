package io.flashsale.locklab.scenario;

import io.flashsale.devstack.process.ProcessDirectory;
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
