package io.flashsale.coupon.template;

import io.flashsale.admission.Campaign;
import io.flashsale.coupon.discount.Conditions;
import io.flashsale.coupon.discount.Discount;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** An administrator's values for a template. Valid only if {@link #fault} is empty. */
record TemplateDraft(
        String title,
        Discount discount,
        Conditions conditions,
        long quantity,
        int perPerson,
        Instant opensAt,
        Instant closesAt) {

    static final long MAX_COUPONS = 10_000_000;

    /** As many as fit into the one string that a row is read with. */
    static final int MAX_TARGETS = 20;

    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

    /** Returns what is wrong, as a sentence for the administrator. */
    Optional<String> fault() {
        if (title.isBlank() || title.length() > 120) {
            return Optional.of("title must have 1 to 120 characters.");
        }
        if (quantity < 1 || quantity > MAX_COUPONS) {
            return Optional.of("quantity must be 1 to " + MAX_COUPONS + ".");
        }
        if (perPerson < 1 || perPerson > Campaign.MAX_PER_USER) {
            return Optional.of("perPerson must be 1 to " + Campaign.MAX_PER_USER + ".");
        }
        if (conditions.thresholdCents() < 0 || conditions.thresholdCents() > Discount.MAX_PRICE_CENTS) {
            return Optional.of("thresholdCents must be 0 to " + Discount.MAX_PRICE_CENTS + ".");
        }
        if (conditions.saleIds().size() > MAX_TARGETS || conditions.productIds().size() > MAX_TARGETS) {
            return Optional.of("saleIds and productIds must be at most " + MAX_TARGETS + " each.");
        }
        return windowFault();
    }

    private Optional<String> windowFault() {
        if (outside(opensAt)
                || outside(closesAt)
                || outside(conditions.validFrom())
                || outside(conditions.validUntil())) {
            return Optional.of("opensAt, closesAt, validFrom and validUntil must lie between 2000 and 2100.");
        }
        if (!closesAt.isAfter(opensAt)) {
            return Optional.of("closesAt must be after opensAt.");
        }
        if (!conditions.validUntil().isAfter(conditions.validFrom())) {
            return Optional.of("validUntil must be after validFrom.");
        }
        if (closesAt.isAfter(conditions.validUntil())) {
            return Optional.of("closesAt must not be after validUntil: nobody could use what is claimed last.");
        }
        return Optional.empty();
    }

    /**
     * Adds a duration to a time. A time that is too late to be valid stays unchanged, because adding could
     * overflow.
     */
    static Instant after(Instant time, Duration length) {
        return time.isAfter(LATEST) ? time : time.plus(length);
    }

    private static boolean outside(Instant time) {
        return time.isBefore(EARLIEST) || time.isAfter(LATEST);
    }
}
