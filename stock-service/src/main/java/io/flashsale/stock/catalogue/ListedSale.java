package io.flashsale.stock.catalogue;

import java.time.Instant;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the list must know of a sale to find and order it.
 *
 * @param variants the names of all its variants, one a line; null if it has none
 */
record ListedSale(
        long id, String title, String productName, @Nullable String variants, Instant opensAt, Instant closesAt) {

    /** The state by the clock alone: a sale that is sold out is open. */
    enum Phase {
        UPCOMING,
        OPEN,
        ENDED
    }

    /** In which a search looks. */
    String text() {
        return Stream.of(title, productName, variants).filter(Objects::nonNull).collect(Collectors.joining("\n"));
    }

    Phase phase(Instant now) {
        if (!now.isBefore(closesAt)) {
            return Phase.ENDED;
        }
        return now.isBefore(opensAt) ? Phase.UPCOMING : Phase.OPEN;
    }
}
