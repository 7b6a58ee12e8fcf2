package io.flashsale.lab.coupons;

import io.flashsale.lab.audit.Evidence;
import io.flashsale.lab.audit.FindingKind;
import io.flashsale.lab.books.CouponBooks.Coupon;
import io.flashsale.lab.books.CouponBooks.Template;
import io.flashsale.lab.books.OrderBooks.Spending;
import io.flashsale.lab.books.OrderStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** I8 to I10. Touches no server. */
final class CouponChecks {

    private final CouponHistory history;
    private final Evidence evidence;

    private CouponChecks(CouponHistory history, Evidence evidence) {
        this.history = history;
        this.evidence = evidence;
    }

    static void check(CouponHistory history, Evidence evidence) {
        CouponChecks checks = new CouponChecks(history, evidence);
        checks.claimed();
        checks.redis();
        checks.limit();
        checks.spent();
    }

    /** I8, in the database. */
    private void claimed() {
        Template template = history.book().template();
        List<Coupon> coupons = history.book().coupons();
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
        Set<Long> withoutCoupon = new HashSet<>(history.book().claimFlows());
        for (Coupon coupon : coupons) {
            if (!withoutCoupon.remove(coupon.id())) {
                evidence.add(FindingKind.CLAIM_FLOW, "coupon " + coupon.id() + " has no CLAIM flow");
            }
        }
        withoutCoupon.stream()
                .sorted()
                .forEach(id -> evidence.add(FindingKind.CLAIM_FLOW, "a CLAIM flow names coupon " + id + ": none"));
    }

    /** I8, in Redis. */
    private void redis() {
        if (!history.hasGate()) {
            return;
        }
        Template template = history.book().template();
        long left = template.quantity() - template.claimed();
        if (history.gate().remaining() != left) {
            evidence.add(
                    FindingKind.REDIS_COUPONS_LEFT,
                    "Redis has %d left, the database %d"
                            .formatted(history.gate().remaining(), left));
        }
        Map<Long, Long> tickets = new HashMap<>(history.tickets());
        for (Coupon coupon : history.book().coupons()) {
            Long user = tickets.remove(coupon.id());
            if (user == null || user != coupon.userId()) {
                evidence.add(
                        FindingKind.COUPON_WITHOUT_CLAIM,
                        "coupon %d of user %d: Redis says %s".formatted(coupon.id(), coupon.userId(), user));
            }
        }
        tickets.forEach((ticket, user) ->
                evidence.add(FindingKind.CLAIM_WITHOUT_COUPON, "claim " + ticket + " of user " + user));
    }

    /** I9. */
    private void limit() {
        Map<Long, Long> owned = new HashMap<>();
        history.book().coupons().forEach(coupon -> owned.merge(coupon.userId(), 1L, Long::sum));
        long limit = history.book().template().perPerson();
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
        Map<Long, Spending> paid = new HashMap<>();
        Set<String> pending = new HashSet<>();
        for (Spending spending : history.spendings()) {
            if (spending.state().equals("USED")) {
                Spending before = paid.put(spending.couponId(), spending);
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
        for (Coupon coupon : history.book().coupons()) {
            spent(coupon, paid.get(coupon.id()), pending);
        }
    }

    private void spent(Coupon coupon, @Nullable Spending payment, Set<String> pending) {
        boolean used = coupon.status().equals("USED");
        boolean paidByIt =
                payment != null && payment.orderId() == coupon.orderId() && payment.status() == OrderStatus.PAID;
        Long flow = history.book().useFlows().get(coupon.id());
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
                    "order %d was paid with coupon %d, which is %s %d"
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
