package io.flashsale.auditor.coupon;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a template.
 *
 * @param redisRemaining null if there is no gate, or if it is being rebuilt
 * @param tooMany coupons beyond the quantity
 * @param coupons the number of coupons by status
 */
public record CouponFigures(
        String title,
        long quantity,
        long claimed,
        @Nullable Long redisRemaining,
        long tooMany,
        Map<String, Long> coupons) {}
