package io.flashsale.stock.entry;

import io.flashsale.stock.entry.EntryMapper.EntryRow;
import io.flashsale.stock.entry.EntryScripts.Logged;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Brings to MySQL who was given which number, soon after it was given. */
@Component
class EntryLog {

    private static final Logger log = LoggerFactory.getLogger(EntryLog.class);

    private static final int BATCH = 500;

    private final EntryScripts scripts;
    private final EntryMapper entries;

    EntryLog(EntryScripts scripts, EntryMapper entries) {
        this.scripts = scripts;
        this.entries = entries;
    }

    /**
     * When this returns, MySQL has all that was in the log before. May be done by several at once, and twice: a row is written
     * once.
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
     * Writes rows that are not there. A number that MySQL knows as another's stays his: it was given twice, which nothing here can
     * undo, so that is for somebody to look at.
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

    private static EntryRow row(Logged line) {
        return new EntryRow(line.userId(), line.number(), EntryRow.utc(line.at()), null, null);
    }
}
