package io.flashsale.stock.catalogue;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.entry.sale.EntryMode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The details of a sale as an admin gives them. Valid only if {@link #fault} is empty.
 *
 * @param purchaseLimit units that one shopper may have at a time
 */
record SaleDetails(
        String title,
        long priceCents,
        long listPriceCents,
        Instant opensAt,
        Instant closesAt,
        SaleEntry entry,
        int purchaseLimit) {

    /** As many as the database takes: the gate looks at each place of a shopper in one atomic step. */
    static final int MAX_PURCHASE_LIMIT = 20;

    /** Places of a shopper at all gates of a family. The gate looks at those of a whole group in one atomic step. */
    static final int MAX_PLACES_IN_FAMILY = 60;

    /**
     * How long before the opening the mode of entry is fixed. So the gate in Redis hears of a change before the
     * opening, even if Redis is away for a moment.
     */
    static final Duration MODE_FIXED_BEFORE_OPENING = Duration.ofMinutes(1);

    /**
     * How long before its end waiting shoppers can read of the end of a lottery. In that time the turns, tickets and
     * unpaid orders of those in front run out, so those behind get the units that these leave.
     */
    static final Duration NOTICE_OF_CLOSING = Duration.ofHours(1);

    /** Ten million in whole units of the currency; far below the point at which a sum of orders could overflow. */
    static final long MAX_PRICE_CENTS = 1_000_000_000;

    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

    /** The time plus the length. An invalid time stays as it is, because the sum might not exist. */
    static Instant after(Instant time, Duration length) {
        return time.isAfter(LATEST) ? time : time.plus(length);
    }

    /** The fault of a new sale with these details, as a sentence for the admin. */
    Optional<String> faultOfNew(Instant now) {
        return entry.mode() == EntryMode.LOTTERY && opensSoon(now)
                ? Optional.of("a lottery opens in a minute at the earliest, so that its hash is known before.")
                : Optional.empty();
    }

    /** The fault of a stock in so many buckets, as a sentence for the admin. */
    Optional<String> faultOfBuckets(int buckets) {
        if (buckets < 1 || buckets > Buckets.MAX) {
            return Optional.of("buckets must be 1 to " + Buckets.MAX + ".");
        }
        return buckets > 1 && entry.mode() != EntryMode.OPEN
                ? Optional.of("buckets must be 1 unless entry.mode is OPEN: who asks for tickets lets nobody in faster"
                        + " than one bucket can take.")
                : Optional.empty();
    }

    /** The fault of a sale of so many variants in so many buckets, as a sentence for the admin. */
    Optional<String> faultOfVariants(int variants, int buckets) {
        if (variants * purchaseLimit > MAX_PLACES_IN_FAMILY) {
            return Optional.of("purchaseLimit times the number of variants must be at most " + MAX_PLACES_IN_FAMILY
                    + ": each click looks at that many places.");
        }
        return buckets > 1 || entry.mode() != EntryMode.OPEN
                ? Optional.of(
                        "variants need entry.mode OPEN and one bucket: the limit holds for all of them together, and"
                                + " neither a ticket nor a bucket is of several sales.")
                : Optional.empty();
    }

    /** These prices, with everything that the variants of one sale share as in the other details. */
    SaleDetails sharing(SaleDetails other) {
        return other.priced(priceCents, listPriceCents);
    }

    SaleDetails priced(long price, long listPrice) {
        return new SaleDetails(title, price, listPrice, opensAt, closesAt, entry, purchaseLimit);
    }

    /** The fault of so many units for each shopper, as a sentence for the admin. */
    private Optional<String> faultOfLimit() {
        if (purchaseLimit < 1 || purchaseLimit > MAX_PURCHASE_LIMIT) {
            return Optional.of("purchaseLimit must be 1 to " + MAX_PURCHASE_LIMIT + ".");
        }
        return purchaseLimit > 1 && entry.mode() != EntryMode.OPEN
                ? Optional.of("entry.mode must be OPEN, because a ticket buys one unit, and a shopper may have "
                        + purchaseLimit + ".")
                : Optional.empty();
    }

    /** The fault of a change from the old details to these, as a sentence for the admin. */
    Optional<String> faultAfter(SaleDetails old, Instant now) {
        return faultOfMode(old, now)
                .or(() -> faultOfOpening(old, now))
                .or(() -> faultOfClosing(old, now))
                .or(() -> faultOfWork(old))
                .or(() -> faultOfPrice(old))
                .or(() -> faultOfLimit(old, now));
    }

    /** The fault of a changed limit. Gate and ledger hear of it at different moments, so before the first unit. */
    private Optional<String> faultOfLimit(SaleDetails old, Instant now) {
        return purchaseLimit != old.purchaseLimit() && (old.opensSoon(now) || opensSoon(now))
                ? Optional.of("purchaseLimit can be changed until a minute before the sale opens.")
                : Optional.empty();
    }

    /** Whether the opening differs; admin pages know it to the second. */
    boolean opensAtAnotherTimeThan(SaleDetails old) {
        return !seconds(opensAt).equals(seconds(old.opensAt()));
    }

    /** Whether the sale has opened, or the gate in Redis may not hear of a change before. */
    boolean opensSoon(Instant now) {
        return opensAt.isBefore(now.plus(MODE_FIXED_BEFORE_OPENING));
    }

    /**
     * The fault of a moved opening. Moving a drawn opening would allow a second draw, and more units for those who
     * now stand in front. Postponing an opening that has come by the clock of Redis would let turns run out that have
     * begun.
     */
    private Optional<String> faultOfOpening(SaleDetails old, Instant now) {
        if (entry.mode() == EntryMode.OPEN || !opensAtAnotherTimeThan(old)) {
            return Optional.empty();
        }
        if (entry.mode() == EntryMode.LOTTERY && (old.opensSoon(now) || opensSoon(now))) {
            return Optional.of("opensAt of a lottery can be changed until a minute before it opens,"
                    + " to a minute from now at the earliest.");
        }
        if (!now.isBefore(old.opensAt())) {
            return Optional.of("opensAt can be changed until the sale opens, unless it is open to everybody.");
        }
        return old.opensSoon(now) && opensAt.isAfter(old.opensAt())
                ? Optional.of(
                        "opensAt can be put off until a minute before the sale opens, unless it is open to everybody.")
                : Optional.empty();
    }

    private static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    /**
     * The fault of a moved closing. Turns and tickets in front run out while a sale is closed, so reopening it would
     * cost these shoppers their places. An admin who ends a lottery once friends were served would take the units
     * that come back from those behind.
     */
    private Optional<String> faultOfClosing(SaleDetails old, Instant now) {
        if (entry.mode() == EntryMode.LOTTERY
                && old.entry().mode() == EntryMode.LOTTERY
                && closesSoonerThan(old, now)) {
            return Optional.of(
                    "closesAt of a lottery can be brought forward to an hour from now at the earliest, and an hour"
                            + " after it opens.");
        }
        return entry.mode() != EntryMode.OPEN && !now.isBefore(old.closesAt()) && closesAt.isAfter(old.closesAt())
                ? Optional.of("closesAt can be put off until the sale closes, unless it is open to everybody.")
                : Optional.empty();
    }

    private boolean closesSoonerThan(SaleDetails old, Instant now) {
        Instant from = opensAt.isAfter(now) ? opensAt : now;
        return seconds(closesAt).isBefore(seconds(old.closesAt())) && closesAt.isBefore(from.plus(NOTICE_OF_CLOSING));
    }

    /**
     * The fault of changed work. An admin who asks for more work once friends have their numbers would keep the
     * others out of the draw.
     */
    private Optional<String> faultOfWork(SaleDetails old) {
        return old.entry().mode() == EntryMode.LOTTERY
                        && entry.difficulty() > old.entry().difficulty()
                ? Optional.of(
                        "entry.difficulty of a lottery can only be lowered; a raise would put shoppers who enter later"
                                + " at a disadvantage.")
                : Optional.empty();
    }

    /**
     * The fault of a changed price. Otherwise an admin could choose who buys: with a price that nobody pays until
     * the first turns have run out, and then the old price.
     */
    private Optional<String> faultOfPrice(SaleDetails old) {
        return old.entry().mode() == EntryMode.LOTTERY && priceCents != old.priceCents()
                ? Optional.of("priceCents of a lottery stays what it was when its hash became public.")
                : Optional.empty();
    }

    private Optional<String> faultOfMode(SaleDetails old, Instant now) {
        if (entry.mode() == old.entry().mode()) {
            return Optional.empty();
        }
        if (old.entry().mode() == EntryMode.LOTTERY) {
            return Optional.of("a lottery stays one, or its places could be chosen by going back.");
        }
        return old.opensSoon(now) || opensSoon(now)
                ? Optional.of("entry.mode can be changed until a minute before the sale opens.")
                : Optional.empty();
    }

    /** The fault of these details, as a sentence for the admin. */
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
        return entry.fault().or(this::faultOfLimit);
    }
}
