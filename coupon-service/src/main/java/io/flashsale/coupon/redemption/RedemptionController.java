package io.flashsale.coupon.redemption;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.coupon.CouponRedemption;
import io.flashsale.contracts.coupon.CouponReserved;
import io.flashsale.contracts.coupon.ReserveCoupon;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.coupon.discount.Discount;
import io.flashsale.coupon.redemption.Redemptions.Outcome;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class RedemptionController implements CouponRedemption {

    private final Redemptions redemptions;

    RedemptionController(Redemptions redemptions) {
        this.redemptions = redemptions;
    }

    @Override
    public CouponReserved reserve(@PathVariable long couponId, @RequestBody ReserveCoupon command) {
        if (command.orderId() <= 0
                || command.attempt() < 1
                || command.priceCents() < 0
                || command.priceCents() > Discount.MAX_PRICE_CENTS) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "orderId, attempt or priceCents make no sense.");
        }
        return switch (redemptions.reserve(couponId, command)) {
            case Outcome.Reserved(long discountCents) -> new CouponReserved(couponId, command.orderId(), discountCents);
            case Outcome.NotFound() -> throw new ProblemException(Problems.of(ProblemType.COUPON_NOT_FOUND));
            case Outcome.InUse(long orderId) ->
                throw refusal(ProblemType.COUPON_IN_USE, "orderId", Long.toString(orderId));
            case Outcome.Refused(var reason) -> throw refusal(ProblemType.COUPON_NOT_USABLE, "reason", reason.name());
        };
    }

    private static ProblemException refusal(ProblemType type, String property, String value) {
        ProblemDetail problem = Problems.of(type);
        problem.setProperty(property, value);
        return new ProblemException(problem);
    }
}
