package io.flashsale.lab.coupons;

import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.lab.books.CouponBooks;
import io.flashsale.lab.books.Gate;
import io.flashsale.lab.books.Gates;
import io.flashsale.lab.books.OrderBooks;
import io.flashsale.lab.books.QueueProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.redisson.api.RedissonClient;
import org.springframework.stereotype.Component;

/**
 * Reads all books of a template. As with a sale, a reading is settled only if nothing was on its way before and after,
 * and if neither the gate nor the template has moved in between.
 */
@Component
class CouponBooksReader {

    private final CouponBooks coupons;
    private final OrderBooks orders;
    private final Gates gates;
    private final QueueProgress queues;

    CouponBooksReader(CouponBooks coupons, OrderBooks orders, RedissonClient redis, QueueProgress queues) {
        this.coupons = coupons;
        this.orders = orders;
        this.gates = new Gates(redis, CampaignKind.COUPON);
        this.queues = queues;
    }

    /**
     * @param inFlight claims and settlements on their way
     * @param waitingFor why it is not settled, for people; empty if it is
     */
    record Reading(CouponHistory history, long inFlight, List<String> waitingFor) {

        boolean settled() {
            return waitingFor.isEmpty();
        }
    }

    /** Empty if there is no such template. */
    Optional<Reading> read(long templateId) {
        if (coupons.template(templateId).isEmpty()) {
            return Optional.empty();
        }
        Gate gate = gates.gate(templateId);
        List<String> waiting = new ArrayList<>();
        long inFlight = inFlight(templateId, waiting);
        Map<Long, Long> tickets = gates.ticketHolders(templateId);
        CouponBooks.Book book = coupons.read(templateId).orElseThrow();
        List<OrderBooks.Spending> spendings = orders.spendings(
                book.coupons().stream().map(CouponBooks.Coupon::id).toList());
        if (waiting.isEmpty()) {
            inFlight = inFlight(templateId, waiting);
        }
        gate(gate, book.template(), waiting);
        boolean moved = !gates.gate(templateId).equals(gate)
                || !coupons.template(templateId).orElseThrow().equals(book.template());
        if (waiting.isEmpty() && moved) {
            waiting.add("the template moved while it was read");
        }
        return Optional.of(new Reading(new CouponHistory(book, spendings, gate, tickets), inFlight, waiting));
    }

    /** In the direction in which messages go, so that what moves on meanwhile is met again further down. */
    private long inFlight(long templateId, List<String> waiting) {
        return count(gates.outboxLength(templateId), "claims in Redis' outbox", waiting)
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

    private static void gate(Gate gate, CouponBooks.Template template, List<String> waiting) {
        switch (gate.state()) {
            case FENCED -> waiting.add("the gate in Redis is being rebuilt");
            case MISSING, OTHER_RUN -> {
                if (!template.retired()) {
                    waiting.add("the gate in Redis is lost and waits for its rebuild");
                }
            }
            case WARM -> {
                if (gate.revision() < template.revision()) {
                    waiting.add("the gate in Redis has not heard of the last change of the template");
                }
            }
        }
    }
}
