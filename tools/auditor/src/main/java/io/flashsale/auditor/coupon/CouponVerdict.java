package io.flashsale.auditor.coupon;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.auditor.client.ClientFigures;
import io.flashsale.auditor.sale.SaleVerdict.Line;
import java.time.Instant;
import java.util.List;
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
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ClientFigures clients) {}
