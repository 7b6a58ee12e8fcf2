package io.flashsale.locklab.resource;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisReply;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/**
 * The resource that the locks protect: units of items, and a journal of arrivals, writes and departures. It knows
 * clients by the names of their threads.
 *
 * <p>It has its own Redis server, apart from the lock server. It must survive any fault of that one, and its
 * commands must not count as the lock's. It trusts no lock: the journal shows whether two clients were inside at
 * once.
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

    /** Records that the client comes to write. */
    public void enter(String item, long token) {
        ENTER.run(store, List.of(JOURNAL, highestToken(item)), item, me(), "exclusive", token);
    }

    /** Records that the client comes to read; other readers may be inside. */
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
        RedisReply stock = store.call("GET", stockOf(item));
        return stock.isNothing() ? 0 : Math.toIntExact(stock.number());
    }

    /** Sets the stock, whatever its present value. Returns false if the write was refused for its token. */
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

    /** Records a sold unit and the microseconds since the buyer's first attempt. */
    public void sold(String item, String buyer, long micros) {
        note("sold", item, buyer, micros);
    }

    /** Records that the client's process was killed, so it will not leave. */
    public void died(String item, String who) {
        note("died", item, who, 0);
    }

    /** Deletes everything. */
    public void clear() {
        store.call("FLUSHALL");
    }

    /** Returns up to {@value #PAGE} entries after the one with this id, oldest first. Start with an empty id. */
    public List<JournalEntry> journalAfter(String id) {
        String from = id.isEmpty() ? "-" : "(" + id;
        List<JournalEntry> entries = new ArrayList<>();
        for (RedisReply entry :
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
