package io.flashsale.admission.outbox;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/** The part of the queue behind the gate that has not reached the database yet. */
@FunctionalInterface
public interface Backlog {

    /**
     * Marks for each of these campaigns where the queue ends now; all that the queue acknowledged before this call
     * lies before the mark. Leaves out a campaign whose part of the queue does not answer.
     *
     * @throws ExecutionException if no part that has to be asked answers. It says nothing about these campaigns,
     *     about others, or about a later call
     */
    Mark mark(Collection<Long> campaignIds) throws ExecutionException;

    /** What campaigns had under way at one moment. Not thread-safe. */
    interface Mark {

        /** The marked campaigns; nothing is known of others. */
        Set<Long> campaigns();

        /**
         * The marked campaigns that still have something from before the mark under way. A part of the queue that
         * does not answer keeps its campaigns here.
         *
         * @throws ExecutionException if no part that still has to be asked answers. The campaigns that waited until
         *     now go on waiting; those known to be past the mark are not asked for
         */
        Set<Long> waiting() throws ExecutionException;
    }
}
