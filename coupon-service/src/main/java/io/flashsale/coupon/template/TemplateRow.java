package io.flashsale.coupon.template;

import io.flashsale.coupon.discount.Conditions;
import io.flashsale.coupon.discount.Discount;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code coupon_template} for reading; {@link Template} is for writing.
 *
 * @param kind AMOUNT, with {@code amountCents}, or PERCENT, with {@code percent} and optionally {@code capCents}
 * @param saleIds those of {@code coupon_scope}, joined by commas; absent if there is none
 * @param productIds likewise
 */
record TemplateRow(
        long id,
        String title,
        String kind,
        @Nullable Long amountCents,
        @Nullable Integer percent,
        @Nullable Long capCents,
        long thresholdCents,
        long quantity,
        int perPerson,
        Instant opensAt,
        Instant closesAt,
        Instant validFrom,
        Instant validUntil,
        long claimed,
        long revision,
        long version,
        @Nullable String saleIds,
        @Nullable String productIds) {

    CouponTemplate template() {
        return new CouponTemplate(
                id,
                title,
                discount(),
                new Conditions(thresholdCents, validFrom, validUntil, ids(saleIds), ids(productIds)),
                quantity,
                perPerson,
                opensAt,
                closesAt,
                claimed,
                revision,
                version);
    }

    private Discount discount() {
        if (kind.equals("AMOUNT")) {
            return new Discount.Amount(Objects.requireNonNull(amountCents));
        }
        return new Discount.Percent(
                Objects.requireNonNull(percent), Objects.requireNonNullElse(capCents, Discount.Percent.UNCAPPED));
    }

    private static Set<Long> ids(@Nullable String list) {
        return list == null
                ? Set.of()
                : Stream.of(list.split(",")).map(Long::valueOf).collect(Collectors.toUnmodifiableSet());
    }
}
