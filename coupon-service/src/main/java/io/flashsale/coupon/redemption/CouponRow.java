package io.flashsale.coupon.redemption;

/**
 * A coupon as its row says.
 *
 * @param orderId order that reserved or used it; 0 while it is unused
 * @param attempt of that order, from 1; 0 while it is unused
 * @param discountCents what it takes off that order's price; 0 while it is unused
 */
record CouponRow(long id, long templateId, long userId, Status status, long orderId, int attempt, long discountCents) {

    enum Status {
        UNUSED,
        /** Reserved for one order that is about to be paid. */
        RESERVED,
        /** One order was paid with it. */
        USED
    }

    /** Stands for a coupon that does not exist. */
    static CouponRow missing(long id) {
        return new CouponRow(id, 0, 0, Status.UNUSED, 0, 0, 0);
    }

    boolean isOf(long order) {
        return orderId == order;
    }

    boolean isOf(long order, int itsAttempt) {
        return orderId == order && attempt == itsAttempt;
    }
}
