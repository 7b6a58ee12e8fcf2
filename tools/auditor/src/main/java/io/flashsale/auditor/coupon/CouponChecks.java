package io.flashsale.auditor.coupon;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.CouponSnapshot.Coupon;
import io.flashsale.auditor.snapshot.CouponSnapshot.CouponSpending;
import io.flashsale.auditor.snapshot.CouponSnapshot.Template;
import io.flashsale.auditor.snapshot.OrderStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks I8 to I10 of docs/invariants.md without access to a server. */
record CouponChecks(TemplateSnapshot snapshot, Evidence evidence) {

    static void check(TemplateSnapshot snapshot, Evidence evidence) {
        CouponChecks checks = new CouponChecks(snapshot, evidence);
        checks.claimed();
        checks.redis();
        checks.limit();
        checks.spent();
    }

    /** I8, in the database. */
    private void claimed() {
        Template template = snapshot.tables().template();
        List<Coupon> coupons = snapshot.tables().coupons();
        if (coupons.size() > template.quantity() || template.claimed() > template.quantity()) {
            evidence.add(
                    FindingKind.CLAIMED_TOO_MANY,
                    "%d coupons, %d counted, of %d".formatted(coupons.size(), template.claimed(), template.quantity()));
        }
        if (coupons.size() != template.claimed()) {
            evidence.add(
                    FindingKind.CLAIMED_COUNTER,
                    "%d are counted, there are %d".formatted(template.claimed(), coupons.size()));
        }
        Set<Long> withoutCoupon = new HashSet<>(snapshot.tables().claimFlows());
        for (Coupon coupon : coupons) {
            if (!withoutCoupon.remove(coupon.id())) {
                evidence.add(FindingKind.CLAIM_FLOW, "coupon " + coupon.id() + " has no CLAIM flow");
            }
        }
        withoutCoupon.stream()
                .sorted()
                .forEach(id -> evidence.add(
                        FindingKind.CLAIM_FLOW, "a CLAIM flow names coupon " + id + ", which does not exist"));
    }

    /** I8, in Redis. */
    private void redis() {
        if (!snapshot.hasGate()) {
            return;
        }
        Template template = snapshot.tables().template();
        long left = template.quantity() - template.claimed();
        if (snapshot.gate().remaining() != left) {
            evidence.add(
                    FindingKind.REDIS_COUPONS_LEFT,
                    "Redis has %d left, the database %d"
                            .formatted(snapshot.gate().remaining(), left));
        }
        if (!snapshot.gate().offer().equals(template.offer()) || snapshot.gate().revision() > template.revision()) {
            evidence.add(
                    FindingKind.REDIS_CLAIM_WINDOW,
                    "the gate has %s of revision %d, the database %s of %d"
                            .formatted(
                                    snapshot.gate().offer(),
                                    snapshot.gate().revision(),
                                    template.offer(),
                                    template.revision()));
        }
        Map<Long, Long> reservations = new HashMap<>(snapshot.reservations());
        for (Coupon coupon : snapshot.tables().coupons()) {
            Long user = reservations.remove(coupon.id());
            if (user == null || user != coupon.userId()) {
                evidence.add(
                        FindingKind.COUPON_WITHOUT_CLAIM,
                        "coupon %d of user %d: Redis says %s".formatted(coupon.id(), coupon.userId(), user));
            }
        }
        reservations.forEach((reservation, user) ->
                evidence.add(FindingKind.CLAIM_WITHOUT_COUPON, "claim " + reservation + " of user " + user));
    }

    /** I9. */
    private void limit() {
        Map<Long, Long> owned = new HashMap<>();
        snapshot.tables().coupons().forEach(coupon -> owned.merge(coupon.userId(), 1L, Long::sum));
        long limit = snapshot.tables().template().perPerson();
        owned.forEach((user, count) -> {
            if (count > limit) {
                evidence.add(
                        FindingKind.TOO_MANY_FOR_ONE,
                        count - limit,
                        "user %d has %d of at most %d".formatted(user, count, limit));
            }
        });
    }

    /** I10. */
    private void spent() {
        Map<Long, CouponSpending> paid = new HashMap<>();
        Set<String> pending = new HashSet<>();
        for (CouponSpending spending : snapshot.spendings()) {
            if (spending.state().equals("USED")) {
                CouponSpending before = paid.put(spending.couponId(), spending);
                if (before != null) {
                    evidence.add(
                            FindingKind.COUPON_PAID_TWICE,
                            "coupon %d paid orders %d and %d"
                                    .formatted(spending.couponId(), before.orderId(), spending.orderId()));
                }
            } else if (!spending.state().equals("FREED")) {
                pending.add(attempt(spending.couponId(), spending.orderId(), spending.attempt()));
            }
        }
        for (Coupon coupon : snapshot.tables().coupons()) {
            spent(coupon, paid.get(coupon.id()), pending);
        }
    }

    private void spent(Coupon coupon, @Nullable CouponSpending payment, Set<String> pending) {
        boolean used = coupon.status().equals("USED");
        boolean paidByIt =
                payment != null && payment.orderId() == coupon.orderId() && payment.status() == OrderStatus.PAID;
        Long flow = snapshot.tables().useFlows().get(coupon.id());
        if (used ? flow == null || flow != coupon.orderId() : flow != null) {
            evidence.add(
                    FindingKind.USE_FLOW,
                    "coupon %d is %s, its USE flow names %s".formatted(coupon.id(), coupon.status(), flow));
        }
        if (used && !paidByIt) {
            evidence.add(
                    FindingKind.COUPON_BURNT,
                    "coupon %d is used by order %d, which was not paid with it"
                            .formatted(coupon.id(), coupon.orderId()));
        }
        if (payment != null && !(used && paidByIt)) {
            evidence.add(
                    FindingKind.COUPON_SPENT_UNMARKED,
                    "order %d was paid with coupon %d, which is %s for order %d"
                            .formatted(payment.orderId(), coupon.id(), coupon.status(), coupon.orderId()));
        }
        if (coupon.status().equals("RESERVED")
                && payment == null
                && !pending.contains(attempt(coupon.id(), coupon.orderId(), coupon.attempt()))) {
            evidence.add(
                    FindingKind.COUPON_STUCK,
                    "coupon %d is kept for attempt %d of order %d, which has ended"
                            .formatted(coupon.id(), coupon.attempt(), coupon.orderId()));
        }
    }

    private static String attempt(long coupon, long order, int attempt) {
        return coupon + " " + order + " " + attempt;
    }
}
