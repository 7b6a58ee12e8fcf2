package io.flashsale.locklab.scheduler;

import io.flashsale.locklab.resource.JournalAnalysis;
import io.flashsale.locklab.resource.JournalEntry;
import io.flashsale.locklab.run.Laboratory;
import java.util.Collection;
import java.util.List;

/** The units sold in a game, by the resource's journal, and the units left in stock. */
final class UnitCount {

    private final Laboratory.Prepared servers;
    private final JournalAnalysis history = new JournalAnalysis(holding -> {});
    private String lastEntry = "";
    private int left;

    UnitCount(Laboratory.Prepared servers, int stock) {
        this.servers = servers;
        this.left = stock;
    }

    /** @param seats any of them that is able to say what is left */
    void count(Collection<Seat> seats) {
        for (List<JournalEntry> page = servers.resource().journalAfter(lastEntry);
                !page.isEmpty();
                page = servers.resource().journalAfter(lastEntry)) {
            page.forEach(history::add);
            lastEntry = page.getLast().id();
        }
        seats.stream()
                .filter(Seat::canCount)
                .findFirst()
                .ifPresent(seat -> left = seat.client().process().left());
    }

    int sold() {
        return history.sold();
    }

    int left() {
        return left;
    }
}
