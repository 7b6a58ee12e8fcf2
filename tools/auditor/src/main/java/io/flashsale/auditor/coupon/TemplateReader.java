package io.flashsale.auditor.coupon;

import io.flashsale.auditor.snapshot.CouponSnapshot;
import io.flashsale.auditor.snapshot.CouponSnapshot.CouponSpending;
import io.flashsale.auditor.snapshot.CouponSnapshot.Template;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.source.CouponReader;
import io.flashsale.auditor.source.GateReader;
import io.flashsale.auditor.source.OrderReader;
import io.flashsale.auditor.source.QueueReader;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.coupon.CouponSettled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads all data of a template.
 *
 * <p>As with a sale, a reading is settled only if nothing was in flight before and after, and neither gate nor
 * template has changed in between.
 */
record TemplateReader(CouponReader coupons, OrderReader orders, GateReader gates, QueueReader queues) {

    /** Empty if there is no such template. */
    Optional<TemplateSnapshot> read(long templateId) {
        if (coupons.template(templateId).isEmpty()) {
            return Optional.empty();
        }
        Gate gate = gates.gate(templateId);
        List<String> waiting = new ArrayList<>();
        long inFlight = inFlight(templateId, waiting);
        Map<Long, Long> reservations = gates.reservationHolders(templateId);
        CouponSnapshot tables = coupons.read(templateId).orElseThrow();
        List<CouponSpending> spendings = orders.spendings(
                tables.coupons().stream().map(CouponSnapshot.Coupon::id).toList());
        if (waiting.isEmpty()) {
            inFlight = inFlight(templateId, waiting);
        }
        Template template = tables.template();
        gate.reasonToWait("template", template.revision(), template.retired()).ifPresent(waiting::add);
        boolean moved = !gates.gate(templateId).equals(gate)
                || !coupons.template(templateId).orElseThrow().equals(template);
        if (waiting.isEmpty() && moved) {
            waiting.add("the template moved while it was read");
        }
        return Optional.of(new TemplateSnapshot(tables, spendings, gate, reservations, inFlight, waiting));
    }

    /** Asks in the direction of the messages, so that a message that moves meanwhile is met again further down. */
    private long inFlight(long templateId, List<String> waiting) {
        return count(gates.outboxLength(templateId, 1), "claims in Redis' outbox", waiting)
                + count(coupons.backlog(templateId), "claims saved in MySQL for Kafka", waiting)
                + count(
                        queues.lag(templateId, CouponClaimed.TOPIC, CouponClaimed.ISSUING_GROUP),
                        "claims in Kafka",
                        waiting)
                + count(orders.settlementsInOutbox(), "settlements in MySQL's outbox", waiting)
                + count(queues.lag(CouponSettled.TOPIC, CouponSettled.GROUP), "settlements in Kafka", waiting);
    }

    private static long count(long messages, String where, List<String> waiting) {
        if (messages > 0) {
            waiting.add(messages + " " + where);
        }
        return messages;
    }
}
