package io.flashsale.auditor.coupon;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a template.
 *
 * @param redisRemaining null where there is no gate, or one that is being rebuilt
 * @param tooMany coupons beyond the quantity
 * @param coupons how many have which status
 */
public record CouponFigures(
        String title,
        long quantity,
        long claimed,
        @Nullable Long redisRemaining,
        long tooMany,
        Map<String, Long> coupons) {}
