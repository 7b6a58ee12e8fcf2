package io.flashsale.admission.outbox;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/** What lies in the queue behind the gate and has not reached the database yet. */
@FunctionalInterface
public interface Backlog {

    /**
     * Marks for each of these campaigns where the queue ends now: all of it that the queue acknowledged before this call lies
     * before the mark. A campaign whose part of the queue does not answer is left out.
     *
     * @throws ExecutionException when no part answers; nothing may be concluded
     */
    Mark mark(Collection<Long> campaignIds) throws ExecutionException;

    /** What campaigns had under way at one moment. To be asked by one thread at a time. */
    interface Mark {

        /** Those that are marked; of others nothing may be concluded. */
        Set<Long> campaigns();

        /**
         * Those of them that still have something from before the mark under way. A part of the queue that does not answer keeps
         * its campaigns here.
         *
         * @throws ExecutionException when no part answers; nothing may be concluded
         */
        Set<Long> waiting() throws ExecutionException;
    }
}
