package io.flashsale.stock.entry;

import io.flashsale.stock.entry.EntryMapper.EntryRow;
import io.flashsale.stock.entry.EntryScripts.Logged;
import java.util.List;
import org.springframework.stereotype.Component;

/** Brings to MySQL who was given which number, soon after it was given. */
@Component
class EntryLog {

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
                entries.insertAll(saleId, lines.stream().map(EntryLog::row).toList());
                scripts.forget(saleId, lines);
            }
        } while (lines.size() == BATCH);
    }

    private static EntryRow row(Logged line) {
        return new EntryRow(line.userId(), line.number(), EntryRow.utc(line.at()), null, null);
    }
}
