package io.flashsale.order.coupon;

import io.flashsale.commons.client.ServiceClients;
import io.flashsale.commons.client.ServiceProblems;
import io.flashsale.contracts.coupon.CouponRedemption;
import io.flashsale.contracts.coupon.CouponRefusal;
import io.flashsale.contracts.coupon.ReserveCoupon;
import io.flashsale.contracts.problem.ProblemType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/** Asks coupon-service to reserve a coupon for an order. Only payments with a coupon need it. */
@Component
public class CouponService {

    private static final Logger log = LoggerFactory.getLogger(CouponService.class);

    private final @Nullable CouponRedemption redemption;

    CouponService(ServiceClients clients, CouponServiceProperties services) {
        redemption = services.couponUrl() == null
                ? null
                : clients.proxiesOf(services.couponUrl(), services.couponAnswerTimeout())
                        .createClient(CouponRedemption.class);
    }

    public sealed interface Answer {
        /** The coupon is reserved for the order, by this call or an earlier one, and takes this much off the price. */
        record Reserved(long discountCents) implements Answer {}

        /** The coupon is not reserved. */
        sealed interface Refused extends Answer {}

        record NotFound() implements Refused {}

        /** Another order has reserved or used the coupon. */
        record InUse(String orderId) implements Refused {}

        /** @param reason a {@link CouponRefusal}, or one of a later version */
        record NotUsable(String reason) implements Refused {}

        /** There was no answer, or an invalid one: the coupon may or may not be reserved. */
        record Unknown() implements Answer {}
    }

    /** Reserves the coupon. Never throws: a failure is {@link Answer.Unknown}. */
    public Answer reserve(long couponId, ReserveCoupon command) {
        if (redemption == null) {
            return new Answer.Unknown();
        }
        try {
            long discount = redemption.reserve(couponId, command).discountCents();
            return discount > 0 && discount <= command.priceCents()
                    ? new Answer.Reserved(discount)
                    : unknown("a discount of " + discount);
        } catch (RestClientResponseException refused) {
            return refusal(refused);
        } catch (RestClientException unreachable) {
            return unknown(unreachable.getMessage());
        }
    }

    private static Answer refusal(RestClientResponseException answer) {
        if (ServiceProblems.is(ProblemType.COUPON_NOT_FOUND, answer)) {
            return new Answer.NotFound();
        }
        if (ServiceProblems.is(ProblemType.COUPON_IN_USE, answer)) {
            return new Answer.InUse(Objects.requireNonNullElse(ServiceProblems.property("orderId", answer), ""));
        }
        String reason = ServiceProblems.is(ProblemType.COUPON_NOT_USABLE, answer)
                ? ServiceProblems.property("reason", answer)
                : null;
        return reason == null ? unknown("status " + answer.getStatusCode()) : new Answer.NotUsable(reason);
    }

    private static Answer unknown(@Nullable String why) {
        log.warn("coupon-service did not say whether a coupon is reserved: {}", why);
        return new Answer.Unknown();
    }
}
