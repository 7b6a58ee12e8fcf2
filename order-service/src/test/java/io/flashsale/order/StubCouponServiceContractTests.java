package io.flashsale.order;

import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.testing.CouponRedemptionContract;
import java.util.concurrent.atomic.AtomicLong;

class StubCouponServiceContractTests implements CouponRedemptionContract {

    private static final AtomicLong IDS = new AtomicLong();

    private final StubCouponService stub = new StubCouponService();

    @Override
    public String url() {
        return stub.url();
    }

    @Override
    public String serviceToken() {
        return "unchecked";
    }

    @Override
    public long coupon(long userId) {
        return coupon(userId, OFF);
    }

    @Override
    public long expiredCoupon(long userId) {
        return coupon(userId, 0);
    }

    private long coupon(long userId, long discountCents) {
        long coupon = IDS.incrementAndGet();
        stub.coupon(coupon, userId, discountCents);
        return coupon;
    }

    @Override
    public void settle(CouponSettled settled) {
        stub.settle(settled);
    }
}
