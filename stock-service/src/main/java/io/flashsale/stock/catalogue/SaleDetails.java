package io.flashsale.stock.catalogue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What an admin says about a sale. Valid only if {@link #fault} is empty. */
record SaleDetails(String title, long priceCents, long listPriceCents, Instant opensAt, Instant closesAt) {

    /** Ten million in whole units of the currency: well below what a sum of orders could overflow. */
    static final long MAX_PRICE_CENTS = 1_000_000_000;

    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

    /** So long after a time; a time that is not valid anyway stays as it is, since there may be none so long after it. */
    static Instant after(Instant time, Duration length) {
        return time.isAfter(LATEST) ? time : time.plus(length);
    }

    /** What is wrong, as a sentence for the admin. */
    Optional<String> fault() {
        if (title.isBlank() || title.length() > 120) {
            return Optional.of("title must have 1 to 120 characters.");
        }
        if (priceCents < 0 || priceCents > MAX_PRICE_CENTS) {
            return Optional.of("priceCents must be 0 to " + MAX_PRICE_CENTS + ".");
        }
        if (listPriceCents < priceCents || listPriceCents > MAX_PRICE_CENTS) {
            return Optional.of("listPriceCents must be at least priceCents and at most " + MAX_PRICE_CENTS + ".");
        }
        if (opensAt.isBefore(EARLIEST) || closesAt.isAfter(LATEST)) {
            return Optional.of("opensAt and closesAt must lie between 2000 and 2100.");
        }
        if (!closesAt.isAfter(opensAt)) {
            return Optional.of("closesAt must be after opensAt.");
        }
        return Optional.empty();
    }
}
