package io.flashsale.entry;

import io.flashsale.entry.EntryMapper.Counter;
import io.flashsale.entry.EntryMapper.EntryRow;
import io.flashsale.entry.EntryScripts.Logged;
import io.flashsale.entry.EntryScripts.Served;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Brings to MySQL, soon after the fact, who was given which number and which places were served; and reads that back.
 */
@Component
class EntryLog {

    private static final Logger log = LoggerFactory.getLogger(EntryLog.class);

    private static final int BATCH = 500;

    private final EntryScripts scripts;
    private final EntryMapper entries;
    private final TransactionTemplate transaction;

    EntryLog(EntryScripts scripts, EntryMapper entries, TransactionTemplate transaction) {
        this.scripts = scripts;
        this.entries = entries;
        this.transaction = transaction;
    }

    /**
     * When this returns, MySQL has all that was in the log before. May run several times at once: a row is written
     * only once.
     */
    void write(long saleId) {
        List<Logged> lines;
        do {
            lines = scripts.logged(saleId, BATCH);
            if (!lines.isEmpty()) {
                note(saleId, lines.stream().map(EntryLog::row).toList());
                scripts.forget(saleId, lines);
            }
        } while (lines.size() == BATCH);
    }

    /**
     * Writes rows that are missing. A number that MySQL knows as another user's stays theirs: it was given twice,
     * which people have to look into.
     */
    void note(long saleId, List<EntryRow> rows) {
        if (entries.insertAll(saleId, rows) == rows.size()) {
            return;
        }
        Map<Long, Long> owners = entries
                .ownersOf(saleId, rows.stream().map(EntryRow::number).toList())
                .stream()
                .collect(Collectors.toMap(EntryRow::number, EntryRow::userId));
        for (EntryRow row : rows) {
            long owner = owners.getOrDefault(row.number(), row.userId());
            if (owner != row.userId()) {
                log.error(
                        "number {} of sale {} was given to users {} and {}; it stays the first one's",
                        row.number(),
                        saleId,
                        owner,
                        row.userId());
            }
        }
    }

    /**
     * Notes a second of a waiting room. Includes places served in an earlier round whose note did not reach MySQL, as
     * if they had been served now.
     *
     * @param last place that was served, or passed over
     */
    void noteServed(long saleId, EntryState state, Counter counter, long last, Served served) {
        Instant at = served.at();
        long noted = Math.min(counter.servedUpTo(), state.serving());
        transaction.executeWithoutResult(status -> {
            entries.lookedAt(saleId, state.run(), last, at);
            if (!served.putBack().isEmpty()) {
                entries.servedPutBack(saleId, state.run(), served.putBack(), at);
            }
            if (last > noted) {
                entries.insertServed(saleId, state.run(), noted + 1, last, at);
            }
        });
    }

    /** The numbers that belong to users. A number of another run of Redis counts if MySQL knows whose it is. */
    Set<Long> somebodys(long saleId, List<Long> numbers, Counter counter) {
        Set<Long> taken = new HashSet<>(numbers);
        List<Long> uncertain = numbers.stream()
                .filter(number -> number <= counter.recoveredUpTo())
                .toList();
        if (!uncertain.isEmpty()) {
            taken.removeAll(uncertain);
            taken.addAll(entries.existing(saleId, uncertain));
        }
        return taken;
    }

    private static EntryRow row(Logged line) {
        return new EntryRow(line.userId(), line.number(), line.at(), null, null);
    }
}
