package io.flashsale.commons.tracing;

import io.opentelemetry.context.Context;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A stop that one or many requests pass together, from its begin to its end. Belongs to one thread.
 *
 * <p>Meanwhile its span is the current one of this thread: SQL statements, calls of other services and stops that they
 * record together become its children.
 */
public interface JointWork extends AutoCloseable {

    /** Work for clicks that nobody follows. */
    JointWork UNFOLLOWED = new JointWork() {
        @Override
        public <T> void stops(
                Collection<T> done,
                Function<T, @Nullable String> correlationId,
                Function<T, Map<String, String>> wrote) {}

        @Override
        public void close() {}
    };

    /** Has the tasks of this executor belong to the work during which it gets them. */
    static Executor carriedInto(Executor executor) {
        return Context.taskWrapping(executor);
    }

    /**
     * Records the stop for each of these that is followed. Without this call, as after a failure, nobody passed it.
     *
     * @param done all with which the work has begun, or some of them
     * @param wrote called only for followed ones
     */
    <T> void stops(
            Collection<T> done, Function<T, @Nullable String> correlationId, Function<T, Map<String, String>> wrote);

    /** Ends the work. */
    @Override
    void close();
}
