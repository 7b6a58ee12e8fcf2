package io.flashsale.stock.catalogue;

import io.flashsale.stock.catalogue.ListedSale.Phase;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;

/**
 * A place in the list of sales: first those that are open or will open, in the order in which they open, then the
 * others, last closed first. A page begins after a place, not after a number of sales, so a reader who goes on misses
 * no sale, whatever is added or ends meanwhile.
 */
record ListPlace(byte part, long time, long id) implements Comparable<ListPlace> {

    private static final Comparator<ListPlace> ORDER = Comparator.comparingInt(ListPlace::part)
            .thenComparingLong(ListPlace::time)
            .thenComparingLong(ListPlace::id);

    private static final int BYTES = Byte.BYTES + 2 * Long.BYTES;

    static ListPlace of(ListedSale sale, Instant now) {
        return sale.phase(now) == Phase.ENDED
                ? new ListPlace((byte) 1, -sale.closesAt().toEpochMilli(), -sale.id())
                : new ListPlace((byte) 0, sale.opensAt().toEpochMilli(), sale.id());
    }

    /** @throws IllegalArgumentException unless {@link #cursor} returned this */
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
