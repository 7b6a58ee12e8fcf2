package io.flashsale.order.coupon;

import io.flashsale.order.outbox.Outbox;
import io.flashsale.simulation.shop.MapperDouble;

/** Opens what the simulation needs of this package: no order has a coupon. */
public final class SimulatedOrderCoupons {

    private SimulatedOrderCoupons() {}

    public static OrderCoupons none(Outbox outbox) {
        return new OrderCoupons(MapperDouble.of(OrderCouponMapper.class, new Object()), outbox);
    }
}
