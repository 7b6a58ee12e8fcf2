package io.flashsale.locklab.resource;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.client.Reply;
import io.flashsale.locklab.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/**
 * The resource that the locks protect: units of items, and a journal of who came, who wrote what, and who left. Clients
 * are known by the names of their threads.
 *
 * <p>It is a Redis server of its own, apart from the lock server: it must outlive whatever is done to that one, and its
 * commands must not be counted among those that a lock costs. It believes no lock: whether two were inside at once is
 * read from the journal.
 */
public final class ProtectedResource {

    private static final RedisScript ENTER = RedisScript.named("resource/enter");
    private static final RedisScript WRITE = RedisScript.named("resource/write");
    private static final RedisScript NOTE = RedisScript.named("resource/note");
    private static final String JOURNAL = "journal";
    private static final int PAGE = 1_000;

    private final Redis store;
    private final boolean checksTokens;

    /** @param checksTokens whether it refuses a write with a fencing token that is lower than one it has seen */
    public ProtectedResource(Redis store, boolean checksTokens) {
        this.store = store;
        this.checksTokens = checksTokens;
    }

    public void fill(String item, int units) {
        store.call("SET", stockOf(item), units);
    }

    /** Somebody comes in order to write. */
    public void enter(String item, long token) {
        ENTER.run(store, List.of(JOURNAL, highestToken(item)), item, me(), "exclusive", token);
    }

    /** Somebody comes in order to read; others who only read may be there. */
    public void enterToRead(String item, long token) {
        ENTER.run(store, List.of(JOURNAL, highestToken(item)), item, me(), "shared", token);
    }

    public void leave(String item) {
        note("leave", item, me(), 0);
    }

    public int read(String item) {
        return Trace.call(Trace.STOCK, () -> "GET " + stockOf(item), String::valueOf, () -> present(item));
    }

    private int present(String item) {
        Reply stock = store.call("GET", stockOf(item));
        return stock.isNothing() ? 0 : Math.toIntExact(stock.number());
    }

    /** Sets the stock, whatever it is by now; false if the write was refused for its token. */
    public boolean write(String item, int units, long token) {
        List<String> keys = List.of(JOURNAL, stockOf(item), highestToken(item));
        return Trace.call(
                Trace.STOCK,
                () -> "SET " + stockOf(item) + " " + units + (token > 0 ? " token " + token : ""),
                written -> written ? "OK" : "refused",
                () -> WRITE.run(store, keys, item, me(), token, units, checksTokens ? 1 : 0)
                                .number()
                        == 1);
    }

    /** A unit was sold to somebody, so many microseconds after they first asked for it. */
    public void sold(String item, String buyer, long micros) {
        note("sold", item, buyer, micros);
    }

    /** Somebody's process was killed; they will not leave any more. */
    public void died(String item, String who) {
        note("died", item, who, 0);
    }

    /** Forgets everything. */
    public void clear() {
        store.call("FLUSHALL");
    }

    /** The entries after the one of this id, oldest first, at most {@value #PAGE}. Start with an empty id. */
    public List<JournalEntry> journalAfter(String id) {
        String from = id.isEmpty() ? "-" : "(" + id;
        List<JournalEntry> entries = new ArrayList<>();
        for (Reply entry :
                store.call("XRANGE", JOURNAL, from, "+", "COUNT", PAGE).list()) {
            entries.add(JournalEntry.of(entry));
        }
        return entries;
    }

    private void note(String kind, String item, String who, long value) {
        NOTE.run(store, List.of(JOURNAL), kind, item, who, "exclusive", 0, value);
    }

    private static String me() {
        return Thread.currentThread().getName();
    }

    private static String stockOf(String item) {
        return "stock:" + item;
    }

    private static String highestToken(String item) {
        return "highest-token:" + item;
    }
}
