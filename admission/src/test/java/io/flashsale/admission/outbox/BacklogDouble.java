package io.flashsale.admission.outbox;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** A queue of which everything is in the database, but for campaigns that a test names. */
public final class BacklogDouble implements Backlog {

    private final Set<Long> unknown;

    /** Campaigns of which something is queued. */
    final Set<Long> queued = new HashSet<>();

    /** @param unknown campaigns whose part of the queue does not answer; read at each call */
    public BacklogDouble(Set<Long> unknown) {
        this.unknown = unknown;
    }

    @Override
    public Mark mark(Collection<Long> campaignIds) {
        Set<Long> marked = new HashSet<>(campaignIds);
        marked.removeAll(unknown);
        return new Mark() {
            @Override
            public Set<Long> campaigns() {
                return marked;
            }

            @Override
            public Set<Long> waiting() {
                Set<Long> waiting = new HashSet<>(marked);
                waiting.retainAll(queued);
                return waiting;
            }
        };
    }
}
