package io.flashsale.admission.outbox;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/**
 * A queue of which everything is in the database, but for campaigns that a test names. As Kafka's does, it throws when it knows
 * nothing of any campaign that it is asked about.
 */
public final class BacklogDouble implements Backlog {

    private final Set<Long> unknown;

    /** Campaigns of which something is queued. */
    final Set<Long> queued = new HashSet<>();

    /** @param unknown campaigns whose part of the queue does not answer; read at each call */
    public BacklogDouble(Set<Long> unknown) {
        this.unknown = unknown;
    }

    @Override
    public Mark mark(Collection<Long> campaignIds) throws ExecutionException {
        Set<Long> marked = answering(campaignIds);
        return new Mark() {

            private final Set<Long> notPassed = new HashSet<>(marked);

            @Override
            public Set<Long> campaigns() {
                return marked;
            }

            @Override
            public Set<Long> waiting() throws ExecutionException {
                Set<Long> passed = answering(notPassed);
                passed.removeAll(queued);
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
