package io.flashsale.stock.catalogue;

import static java.util.stream.Collectors.toMap;

import io.flashsale.commons.listing.EncodedList;
import io.flashsale.commons.listing.ListPlace;
import io.flashsale.stock.catalogue.ListedSale.Phase;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * The order of the list of sales: first those that are open or will open, in the order in which they open, then the
 * others, last closed first.
 */
final class ListedSales {

    private ListedSales() {}

    /** @param text of title, product and variants, in lower case */
    record Found(long id, Phase phase, String text) {}

    /** The list of these sales as it is at this moment. */
    static EncodedList<Found> at(Instant now, List<ListedSale> sales) {
        return new EncodedList<>(
                sales.stream().collect(toMap(sale -> place(sale, now), sale -> found(sale, now), (_, same) -> same)));
    }

    private static ListPlace place(ListedSale sale, Instant now) {
        return sale.phase(now) == Phase.ENDED
                ? new ListPlace((byte) 1, -sale.closesAt().toEpochMilli(), -sale.id())
                : new ListPlace((byte) 0, sale.opensAt().toEpochMilli(), sale.id());
    }

    private static Found found(ListedSale sale, Instant now) {
        return new Found(sale.id(), sale.phase(now), sale.text().toLowerCase(Locale.ROOT));
    }
}
