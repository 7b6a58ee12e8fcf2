package io.flashsale.auditor.coupon;

import io.flashsale.auditor.coupon.CouponVerdict.CouponFigures;
import io.flashsale.auditor.snapshot.CouponSnapshot;
import io.flashsale.auditor.snapshot.CouponSnapshot.CouponSpending;
import io.flashsale.auditor.snapshot.Gate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All data of one template at the time of reading.
 *
 * @param spendings the orders that involve its coupons
 * @param reservations the holder of each reservation in Redis
 * @param inFlight claims and settlements in flight
 * @param waitingFor why the data is not settled, for people; empty if it is
 */
record TemplateSnapshot(
        CouponSnapshot tables,
        List<CouponSpending> spendings,
        Gate gate,
        Map<Long, Long> reservations,
        long inFlight,
        List<String> waitingFor) {

    boolean settled() {
        return waitingFor.isEmpty();
    }

    boolean hasGate() {
        return gate.state() == Gate.State.WARM;
    }

    CouponFigures figures() {
        Map<String, Long> byStatus = new TreeMap<>();
        tables.coupons().forEach(coupon -> byStatus.merge(coupon.status(), 1L, Long::sum));
        return new CouponFigures(
                tables.template().title(),
                tables.template().quantity(),
                tables.template().claimed(),
                hasGate() ? gate.remaining() : null,
                Math.max(0, tables.coupons().size() - tables.template().quantity()),
                byStatus);
    }
}
