package io.flashsale.locklab.resource;

import io.flashsale.locklab.client.RedisReply;
import java.util.List;
import java.util.Locale;

/**
 * An event at the resource.
 *
 * @param id its place in the journal
 * @param micros when, in microseconds since 1970, by the resource's clock
 * @param shared whether the client came only to read
 * @param token the fencing token that was shown, or 0
 * @param value the written number; for a sale its duration in microseconds
 */
public record JournalEntry(
        String id, long micros, Kind kind, String item, String who, boolean shared, long token, long value) {

    /** Kinds of entries; lower-case in the journal. */
    public enum Kind {
        ENTER,
        LEAVE,
        WRITE,
        /** A write that was refused because a later holder had been inside. */
        REFUSED,
        SOLD,
        /** The process of this client was killed. */
        DIED
    }

    static JournalEntry of(RedisReply entry) {
        List<RedisReply> fields = entry.list().get(1).list();
        return new JournalEntry(
                entry.list().getFirst().text(),
                fields.get(1).number(),
                Kind.valueOf(fields.get(3).text().toUpperCase(Locale.ROOT)),
                fields.get(5).text(),
                fields.get(7).text(),
                fields.get(9).text().equals("shared"),
                fields.get(11).number(),
                fields.get(13).number());
    }
}
