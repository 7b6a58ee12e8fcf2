package io.flashsale.order.payment;

import io.flashsale.commons.problem.OutageLog;
import io.flashsale.contracts.order.PaymentCall.Line;
import io.flashsale.order.ordering.Order;
import io.flashsale.order.ordering.OrderMapper;
import io.flashsale.order.ordering.OrderStatus;
import io.flashsale.order.payment.PaymentNotifications.Answered;
import io.flashsale.order.provider.PaymentProvider;
import io.flashsale.order.provider.PaymentProvider.Charge;
import io.flashsale.order.provider.PaymentProvider.Due;
import io.flashsale.order.provider.ShopCurrency;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Pays the orders of many shoppers with one SELECT, one call to the provider and one transaction.
 *
 * <p>Takes only what needs no more than that. Left out, to be paid alone, are an order that is overdue or ever had a
 * coupon, one that has no row or belongs to another shopper, and all that is left when something fails.
 *
 * <p>A crash leaves what a crash of {@link Payments} leaves: charges in the provider's records, which a repetition or
 * {@link MissedCharges} settles.
 */
@Service
class GroupPayments {

    private final OutageLog faults = new OutageLog(
            LoggerFactory.getLogger(GroupPayments.class), "payments of a group are left to be made alone");

    private final OrderMapper orders;
    private final PaymentProvider provider;
    private final ShopCurrency currency;
    private final SignedNotifications signed;
    private final PaymentNotifications notifications;
    private final Payments payments;

    GroupPayments(
            OrderMapper orders,
            PaymentProvider provider,
            ShopCurrency currency,
            SignedNotifications signed,
            PaymentNotifications notifications,
            Payments payments) {
        this.orders = orders;
        this.provider = provider;
        this.currency = currency;
        this.signed = signed;
        this.notifications = notifications;
        this.payments = payments;
    }

    private record Confirmation(Order order, Charge.Confirmed answer) {}

    /** Returns the outcomes of those payments that were made here, or that cannot be made. */
    Map<Line, PaymentOutcome> pay(Set<Line> lines) {
        Map<Line, PaymentOutcome> outcomes = new HashMap<>();
        List<Order> due = new ArrayList<>();
        for (Order order : orders.findAll(lines.stream().map(Line::orderId).toList())) {
            boolean own = lines.contains(line(order));
            if (own && order.status() != OrderStatus.AWAITING_PAYMENT) {
                outcomes.put(line(order), PaymentOutcome.of(order));
            } else if (own && !order.overdue() && order.coupon() == null) {
                due.add(order);
            }
        }
        try {
            settle(charge(due, outcomes), outcomes);
        } catch (RuntimeException fault) {
            faults.warn(fault);
        }
        return outcomes;
    }

    private static Line line(Order order) {
        return new Line(order.id(), order.userId());
    }

    /** Returns the confirmed charges, and adds the outcomes of the others. */
    private List<Confirmation> charge(List<Order> due, Map<Line, PaymentOutcome> outcomes) {
        List<Confirmation> confirmed = new ArrayList<>();
        if (due.isEmpty()) {
            return confirmed;
        }
        List<Charge> charges = provider.chargeAll(due.stream()
                .map(order -> new Due(order.id(), currency.of(order.priceCents())))
                .toList());
        for (int i = 0; i < charges.size(); i++) {
            Order order = due.get(i);
            switch (charges.get(i)) {
                case Charge.Confirmed answer -> confirmed.add(new Confirmation(order, answer));
                case Charge.Declined() -> outcomes.put(line(order), new PaymentOutcome.Declined());
                case Charge.ActionRequired(String url) ->
                    outcomes.put(line(order), new PaymentOutcome.ActionRequired(order, url));
                case Charge.Unknown() -> outcomes.put(line(order), new PaymentOutcome.Unknown());
            }
        }
        return confirmed;
    }

    /** Settles all together or, if one does not fit, one after the other. */
    private void settle(List<Confirmation> confirmed, Map<Line, PaymentOutcome> outcomes) {
        if (confirmed.isEmpty()) {
            return;
        }
        List<Answered> inFull = confirmed.stream()
                .map(one -> signed.inFull(one.order(), one.answer()))
                .flatMap(Optional::stream)
                .toList();
        if (inFull.size() == confirmed.size() && notifications.settleTogether(inFull)) {
            inFull.forEach(one -> outcomes.put(
                    line(one.order()),
                    new PaymentOutcome.Paid(one.order().paidInFull(one.charge().paidAt()))));
        } else {
            confirmed.forEach(one -> outcomes.put(line(one.order()), payments.settled(one.order(), one.answer())));
        }
    }
}
