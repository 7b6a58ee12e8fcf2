package io.flashsale.commons.listing;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Comparator;

/**
 * A place in a list. A page begins after a place, not after a number of entries, so a reader who goes on misses no
 * entry, whatever is added or ends meanwhile.
 *
 * @param part of the list that comes first
 * @param time what comes first in its part
 * @param id what comes first at the same time; different for each entry
 */
public record ListPlace(byte part, long time, long id) implements Comparable<ListPlace> {

    private static final Comparator<ListPlace> ORDER = Comparator.comparingInt(ListPlace::part)
            .thenComparingLong(ListPlace::time)
            .thenComparingLong(ListPlace::id);

    private static final int BYTES = Byte.BYTES + 2 * Long.BYTES;

    /** @throws IllegalArgumentException unless the cursor has the form of a place; it may be one that never was */
    static ListPlace parse(String cursor) {
        byte[] bytes = Base64.getUrlDecoder().decode(cursor);
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a cursor has " + BYTES + " bytes");
        }
        ByteBuffer place = ByteBuffer.wrap(bytes);
        return new ListPlace(place.get(), place.getLong(), place.getLong());
    }

    /** The place as clients keep it, without knowing what it means. */
    String cursor() {
        byte[] bytes =
                ByteBuffer.allocate(BYTES).put(part).putLong(time).putLong(id).array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public int compareTo(ListPlace other) {
        return ORDER.compare(this, other);
    }
}
