package io.flashsale.coupon.redemption;

import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.testing.CouponRedemptionContract;
import io.flashsale.coupon.CouponServiceFixture;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.beans.factory.annotation.Autowired;

/** Checks the real service against the contract that order-service's stub keeps. */
class CouponRedemptionContractIT extends CouponServiceFixture implements CouponRedemptionContract {

    private static final String FIELDS = "\"amountCents\": %d, \"validUntil\": \"%s\"";

    private final Instant validUntil = Instant.now().plus(3, ChronoUnit.DAYS).truncatedTo(ChronoUnit.MILLIS);

    @Autowired
    private Redemptions redemptions;

    @Override
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public String serviceToken() {
        return service();
    }

    @Override
    public long coupon(long userId) {
        return claimed(template(1, FIELDS.formatted(OFF, validUntil)), userId);
    }

    @Override
    public long expiredCoupon(long userId) {
        long coupon = coupon(userId);
        clock.standAt(validUntil);
        return coupon;
    }

    @Override
    public void settle(CouponSettled settled) {
        redemptions.settle(settled);
    }
}
