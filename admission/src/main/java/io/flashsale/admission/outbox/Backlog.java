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
     * @throws ExecutionException when no part that has to be asked answers. Nothing may be concluded of these campaigns, and it
     *     says nothing of others, nor of what the queue will say of these next time
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
         * @throws ExecutionException when no part that still has to be asked answers: it need not be asked for campaigns that
         *     are known to be past the mark. Those that waited until now wait on
         */
        Set<Long> waiting() throws ExecutionException;
    }
}
