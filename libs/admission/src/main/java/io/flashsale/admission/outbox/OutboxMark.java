package io.flashsale.admission.outbox;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Marks the present end of a shard's outbox for some of its campaigns. A campaign is past the mark when none of its
 * entries up to there is left, whatever others have there. Reads on past an entry only once it has gone.
 *
 * <p>Not thread-safe.
 */
final class OutboxMark implements Backlog.Mark {

    /** How many entries one call reads. */
    private static final int PAGE = 200;

    private final ReservationOutbox outbox;
    private final int shard;
    private final Set<Long> campaigns;
    private final String end;

    /** Campaigns that are not past the end, each with its first entry at the last look. */
    private final Map<String, String> entries = new HashMap<>();

    OutboxMark(ReservationOutbox outbox, int shard, Collection<Long> campaignIds) {
        this.outbox = outbox;
        this.shard = shard;
        this.campaigns = Set.copyOf(campaignIds);
        this.end = outbox.end(shard);
        campaigns.forEach(id -> entries.put(Long.toString(id), ReservationOutbox.BEGINNING));
    }

    @Override
    public Set<Long> campaigns() {
        return campaigns;
    }

    @Override
    public Set<Long> waiting() {
        Map<String, String> gone = entries.entrySet().stream()
                .filter(entry -> !isThere(entry.getValue()))
                .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
        if (!gone.isEmpty()) {
            entries.putAll(next(gone));
            entries.keySet().removeAll(gone.keySet());
        }
        return entries.keySet().stream().map(Long::valueOf).collect(toSet());
    }

    private boolean isThere(String entry) {
        return !entry.equals(ReservationOutbox.BEGINNING) && outbox.holds(shard, entry);
    }

    /**
     * Finds the next entry of each of these campaigns, reading those of other campaigns between them.
     *
     * @param gone the last entry of each; afterwards it has only the campaigns that have no more
     */
    private Map<String, String> next(Map<String, String> gone) {
        Map<String, String> next = new HashMap<>();
        String after = Collections.min(gone.values(), ReservationOutbox.IN_SEQUENCE);
        List<ReservationOutbox.Entry> page;
        do {
            page = outbox.entries(shard, after, end, PAGE);
            for (ReservationOutbox.Entry entry : page) {
                after = entry.id();
                if (gone.remove(entry.campaign()) != null) {
                    next.put(entry.campaign(), entry.id());
                }
            }
        } while (page.size() == PAGE && !gone.isEmpty());
        return next;
    }
}
