package io.flashsale.admission.outbox;

import java.util.concurrent.ExecutionException;

/** What lies in the queue behind the gate and has not reached the database yet. */
@FunctionalInterface
public interface Backlog {

    /**
     * Marks the end of the queue: all that the queue acknowledged before this call lies before the mark.
     *
     * @throws ExecutionException when the queue cannot be asked; nothing may be concluded
     */
    Mark mark() throws ExecutionException;

    /** The end of the queue at one moment. */
    @FunctionalInterface
    interface Mark {

        /**
         * Whether everything before the mark has reached the database.
         *
         * @throws ExecutionException when the queue cannot be asked; nothing may be concluded
         */
        boolean isPassed() throws ExecutionException;
    }
}
