package io.flashsale.auditor.entry;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of {@code entry} of one sale. */
public final class Entries {

    /** The time of an entry without a ticket. */
    public static final long NO_TICKET = 0;

    private final Map<Long, Entry> byNumber = new HashMap<>();

    /** @param ticketIssuedAt in ms since 1970, or {@link #NO_TICKET} */
    public record Entry(long user, long ticketIssuedAt) {}

    public Entries add(long number, Entry entry) {
        byNumber.put(number, entry);
        return this;
    }

    /** The entry with this number; null if there is none. */
    public @Nullable Entry find(long number) {
        return byNumber.get(number);
    }
}
