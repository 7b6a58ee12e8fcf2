package io.flashsale.coupon.worth;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a coupon takes off, and when and for what, as JSON.
 *
 * @param amountCents absent for a percentage
 * @param percent absent for an amount
 * @param capCents the most that a percentage takes off; absent if there is no such bound
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorthView(
        @Nullable Long amountCents,
        @Nullable Integer percent,
        @Nullable Long capCents,
        long thresholdCents,
        Instant validFrom,
        Instant validUntil,
        List<String> saleIds,
        List<String> productIds) {

    public static WorthView of(Worth worth, Conditions conditions) {
        return new WorthView(
                worth instanceof Worth.Amount(long cents) ? cents : null,
                worth instanceof Worth.Percent percent ? percent.percent() : null,
                worth instanceof Worth.Percent percent && percent.capCents() != Worth.Percent.UNCAPPED
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
