package io.flashsale.coupon.discount;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A coupon's discount and conditions, as JSON.
 *
 * @param amountCents absent for a percentage
 * @param percent absent for an amount
 * @param capCents maximum discount of a percentage; absent if there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DiscountView(
        @Nullable Long amountCents,
        @Nullable Integer percent,
        @Nullable Long capCents,
        long thresholdCents,
        Instant validFrom,
        Instant validUntil,
        List<String> saleIds,
        List<String> productIds) {

    public static DiscountView of(Discount discount, Conditions conditions) {
        return new DiscountView(
                discount instanceof Discount.Amount(long cents) ? cents : null,
                discount instanceof Discount.Percent percent ? percent.percent() : null,
                discount instanceof Discount.Percent percent && percent.capCents() != Discount.Percent.UNCAPPED
                        ? percent.capCents()
                        : null,
                conditions.thresholdCents(),
                conditions.validFrom(),
                conditions.validUntil(),
                strings(conditions.saleIds()),
                strings(conditions.productIds()));
    }

    private static List<String> strings(Set<Long> ids) {
        return ids.stream().sorted().map(String::valueOf).toList();
    }
}
