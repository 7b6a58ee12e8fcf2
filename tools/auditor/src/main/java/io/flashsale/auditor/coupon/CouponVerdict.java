package io.flashsale.auditor.coupon;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.auditor.client.ClientFigures;
import io.flashsale.auditor.sale.SaleVerdict.Line;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of an audit of a template, in the form of the answer; see {@link
 * io.flashsale.auditor.sale.SaleVerdict}.
 *
 * @param clients null unless the audit was given what clients saw; its orders are coupons
 */
public record CouponVerdict(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long templateId,
        boolean holds,
        boolean drained,
        long inFlight,
        List<String> waitingFor,
        Instant auditedAt,
        CouponFigures template,
        List<Line> invariants,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ClientFigures clients) {

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
}
