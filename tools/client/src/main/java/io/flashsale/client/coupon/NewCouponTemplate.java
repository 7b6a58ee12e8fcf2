package io.flashsale.client.coupon;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;

/** A kind of coupon to be created, valid from its opening until thirty days after the last claim. */
public record NewCouponTemplate(
        String title,
        @JsonUnwrapped Discount discount,
        long quantity,
        int perPerson,
        Instant opensAt,
        Instant closesAt) {}
