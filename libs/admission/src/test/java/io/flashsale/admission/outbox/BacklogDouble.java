package io.flashsale.admission.outbox;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/**
 * Plays a queue with everything in the database, except for campaigns that a test names. Like the Kafka backlog, it
 * throws if it knows nothing of any campaign that it is asked about.
 */
public final class BacklogDouble implements Backlog {

    private final Set<Long> unknown;

    /** Campaigns that still have something in the queue. */
    final Set<Long> queued = new HashSet<>();

    /** Campaigns whose part of the queue answers no more once it is marked. */
    public final Set<Long> silentOnceMarked = new HashSet<>();

    /** @param unknown campaigns whose part of the queue does not answer; read at each call */
    public BacklogDouble(Set<Long> unknown) {
        this.unknown = unknown;
    }

    @Override
    public Mark mark(Collection<Long> campaignIds) throws ExecutionException {
        Set<Long> marked = answering(campaignIds);
        unknown.addAll(silentOnceMarked);
        return new Mark() {

            private final Set<Long> before = new HashSet<>(queued);
            private final Set<Long> notPassed = new HashSet<>(marked);

            @Override
            public Set<Long> campaigns() {
                return marked;
            }

            @Override
            public Set<Long> waiting() throws ExecutionException {
                Set<Long> passed = answering(notPassed);
                passed.removeIf(campaign -> before.contains(campaign) && queued.contains(campaign));
                notPassed.removeAll(passed);
                return Set.copyOf(notPassed);
            }
        };
    }

    private Set<Long> answering(Collection<Long> asked) throws ExecutionException {
        Set<Long> answering = new HashSet<>(asked);
        answering.removeAll(unknown);
        if (answering.isEmpty() && !asked.isEmpty()) {
            throw new ExecutionException("no part of the queue answers", null);
        }
        return answering;
    }
}
