package io.flashsale.admission.outbox;

import static java.util.stream.Collectors.toSet;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What some campaigns had in the outbox of a shard at one moment. Entries of others do not count: a queue that does not
 * take theirs keeps them there for as long as it likes.
 *
 * <p>Each entry is read once, however often one asks: where one of the campaigns is found waiting, the next look begins.
 * To be asked by one thread at a time.
 */
final class OutboxMark implements Backlog.Mark {

    /** Entries that are read at once. */
    private static final int PAGE = 200;

    private final Outbox outbox;
    private final int shard;
    private final Set<String> campaigns;
    private final String end;
    private @Nullable String waiting;
    private String after = Outbox.BEGINNING;

    /** Marks the present end of the shard's outbox. */
    OutboxMark(Outbox outbox, int shard, Collection<Long> campaignIds) {
        this.outbox = outbox;
        this.shard = shard;
        this.campaigns = campaignIds.stream().map(id -> Long.toString(id)).collect(toSet());
        this.end = outbox.end(shard);
    }

    @Override
    public boolean isPassed() {
        if (waiting != null && outbox.holds(shard, waiting)) {
            return false;
        }
        waiting = null;
        List<Outbox.Entry> page;
        do {
            page = outbox.entries(shard, after, end, PAGE);
            for (Outbox.Entry entry : page) {
                after = entry.id();
                if (campaigns.contains(entry.campaign())) {
                    waiting = entry.id();
                    return false;
                }
            }
        } while (page.size() == PAGE);
        return true;
    }
}
