package io.flashsale.simulation.shop;

import io.flashsale.admission.Admission;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.redis.StockGateKeys;
import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.client.ClientRecord.Accepted;
import io.flashsale.auditor.sale.SaleSnapshot;
import io.flashsale.auditor.sale.SnapshotChecks;
import io.flashsale.auditor.snapshot.Charge;
import io.flashsale.auditor.snapshot.Charge.Outcome;
import io.flashsale.auditor.snapshot.Charge.Recorded;
import io.flashsale.auditor.snapshot.Charge.Refund;
import io.flashsale.auditor.snapshot.Charge.RefundReason;
import io.flashsale.auditor.snapshot.Charge.RefundState;
import io.flashsale.auditor.snapshot.Charge.Taken;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.Holders;
import io.flashsale.auditor.snapshot.Offer;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.SaleHead;
import io.flashsale.auditor.snapshot.StockFlow;
import io.flashsale.auditor.snapshot.StockSnapshot;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.order.provider.PaymentNotification;
import io.flashsale.simulation.shop.SimulatedTables.ChargeLine;
import io.flashsale.simulation.shop.SimulatedTables.FlowLine;
import io.flashsale.simulation.shop.SimulatedTables.OrderLine;
import io.flashsale.simulation.shop.SimulatedTables.SaleLine;
import io.flashsale.simulation.shop.SimulatedTables.StockLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says what is wrong with a shop in which nothing should be under way any more: what the auditor's checks find, what is
 * under way all the same, and what a shopper was promised in vain.
 */
final class Judge {

    private static final StockGateKeys KEYS = new StockGateKeys("sale");

    private Judge() {}

    static List<String> findings(SimulatedShop shop) {
        List<String> findings = new ArrayList<>();
        underWay(shop, findings);
        if (!findings.isEmpty()) {
            return findings; // the checks would find what is only late
        }
        Map<Long, Long> accepted = new LinkedHashMap<>();
        List<Long> undecided = new ArrayList<>();
        shop.clicks().forEach((number, users) -> {
            List<Admission> answers = shop.answers().get(number);
            for (int i = 0; i < users.size(); i++) {
                listen(users.get(i), answers == null ? null : answers.get(i), accepted, undecided);
            }
        });
        promises(shop, accepted, findings);
        reviews(shop, findings);
        payments(shop, findings);
        tickets(shop, findings);
        if (!shop.mayForget()) {
            closedGates(shop, findings);
        }
        List<Accepted> orders = accepted.entrySet().stream()
                .map(one -> new Accepted(one.getKey(), one.getValue()))
                .toList();
        findings.addAll(SnapshotChecks.findings(snapshot(shop), new ClientRecord(orders, undecided)));
        return findings;
    }

    private static void underWay(SimulatedShop shop, List<String> findings) {
        List<String> pending = shop.world().pending();
        if (!pending.isEmpty()) {
            findings.add("under way: " + pending);
        }
        if (shop.outboxLength() > 0) {
            findings.add("the outbox in Redis is not empty");
        }
        if (!shop.tables().saved.rows().isEmpty()) {
            findings.add("groups are saved that Kafka has not got");
        }
        if (shop.tables().outbox.rows().stream().anyMatch(line -> !line.topic().equals(SimulatedKafka.NOBODY))) {
            findings.add("the outbox of order-service is not empty");
        }
        if (shop.kafka().topics().stream()
                .filter(topic -> topic.isConsumed)
                .flatMap(topic -> topic.logs().stream())
                .anyMatch(log -> !log.isStuck && log.committed < log.records.size())) {
            findings.add("a message in Kafka is not taken");
        }
    }

    private static void listen(long user, @Nullable Admission answer, Map<Long, Long> accepted, List<Long> undecided) {
        switch (answer) {
            case null -> undecided.add(user);
            case Admission.Admitted(long id) -> accepted.put(id, user);
            case Admission.AdmittedBefore(long id) -> accepted.put(id, user);
            case Admission.AlreadyHolding(long id) -> accepted.put(id, user);
            case Admission.Undecided _ -> undecided.add(user);
            case Admission.NotReady(Cause cause) -> {
                if (cause == Cause.UNREACHABLE) {
                    undecided.add(user);
                }
            }
            default -> {} // refused
        }
    }

    /** An accepted order may be cancelled or overdue, but never rejected: its unit was promised. */
    private static void promises(SimulatedShop shop, Map<Long, Long> accepted, List<String> findings) {
        accepted.forEach((id, user) -> {
            OrderLine order = shop.tables().orders.get(id);
            if (order != null && order.status().equals("REJECTED") && !shop.mayLackUnits()) {
                findings.add("accepted order %d of shopper %d was rejected: %s".formatted(id, user, order.reason()));
            }
        });
    }

    /** An order that waits for an administrator keeps a unit, as long as there is one. */
    private static void reviews(SimulatedShop shop, List<String> findings) {
        for (StockReserved order : underReview(shop)) {
            boolean hasUnit = shop.tables().flows.get(FlowLine.key(order.orderId(), "DEDUCT")) != null;
            if (!hasUnit
                    && Objects.requireNonNull(shop.tables().stock.get(SimulatedShop.SALE))
                                    .available()
                            > 0) {
                findings.add("order %d is under review, and its unit is for sale".formatted(order.orderId()));
            }
        }
    }

    /** Who pays in time gets the order, unless they have cancelled it. */
    private static void payments(SimulatedShop shop, List<String> findings) {
        for (PaymentNotification paid : shop.provider().all()) {
            ChargeLine charge = shop.tables().charges.get(paid.paymentId());
            OrderLine order = shop.tables().orders.get(paid.orderId());
            if (order == null) {
                continue; // the client's record says whether it is missing
            }
            if (charge == null) {
                findings.add("order %d was charged, and nobody knows".formatted(order.id()));
            } else if (charge.outcome().equals("REFUND") && mustBePaid(order, paid)) {
                findings.add("order %d was paid in time, and its money goes back".formatted(order.id()));
            }
        }
    }

    private static boolean mustBePaid(OrderLine order, PaymentNotification paid) {
        Instant deadline = order.payDeadline();
        return deadline != null && paid.paidAt().isBefore(deadline) && !"CANCELLED".equals(order.reason());
    }

    /** A shopper whose order was rejected for want of a unit may use the purchase ticket again. */
    private static void tickets(SimulatedShop shop, List<String> findings) {
        for (OrderLine order : shop.tables().orders.rows()) {
            if ("INSUFFICIENT_STOCK".equals(order.reason())
                    && shop.tables().ticketsBack.get(order.userId()) == null) {
                findings.add("order %d was rejected, and its ticket did not come back".formatted(order.id()));
            }
        }
    }

    private static List<StockReserved> underReview(SimulatedShop shop) {
        Map<Long, StockReserved> reviews = new LinkedHashMap<>();
        shop.tables().reviews.rows().forEach(order -> reviews.put(order.orderId(), order));
        shop.futureReviews().forEach(order -> reviews.put(order.orderId(), order));
        return reviews.values().stream()
                .filter(order -> shop.tables().orders.get(order.orderId()) == null)
                .toList();
    }

    /** As long as nothing was forgotten anywhere, no shopper is told to come again later. */
    private static void closedGates(SimulatedShop shop, List<String> findings) {
        shop.answers().forEach((click, answers) -> {
            if (answers.contains(new Admission.NotReady(Cause.REBUILDING))
                    || answers.contains(new Admission.NotReady(Cause.MISSING))) {
                findings.add("click " + click + " met a closed gate, and nothing was forgotten");
            }
        });
    }

    private static SaleSnapshot snapshot(SimulatedShop shop) {
        SimulatedTables tables = shop.tables();
        SaleLine sale = Objects.requireNonNull(tables.sales.get(SimulatedShop.SALE));
        StockLine row = Objects.requireNonNull(tables.stock.get(SimulatedShop.SALE));
        Offer offer = new Offer(
                sale.opensAt().toEpochMilli(), sale.closesAt().toEpochMilli(), sale.title(), sale.priceCents());
        StockSnapshot stock = new StockSnapshot(
                new SaleHead(SimulatedShop.SALE, sale.revision(), false, false, 1, sale.limit(), offer),
                List.of(new io.flashsale.auditor.snapshot.StockRow(
                        0,
                        row.initial(),
                        row.added(),
                        row.available(),
                        row.deducted(),
                        row.released(),
                        row.version(),
                        row.moved(),
                        row.moved())),
                tables.flows.rows().stream()
                        .map(flow -> new StockFlow(flow.orderId(), flow.userId(), StockFlow.Type.valueOf(flow.type())))
                        .toList(),
                Map.of());
        List<OrderRow> orders = new ArrayList<>();
        tables.orders
                .rows()
                .forEach(order -> orders.add(new OrderRow(
                        order.id(),
                        order.userId(),
                        OrderStatus.valueOf(order.status()),
                        order.reason() != null,
                        false,
                        order.refundCents(),
                        0,
                        0)));
        underReview(shop)
                .forEach(order ->
                        orders.add(new OrderRow(order.orderId(), order.userId(), OrderStatus.UNDER_REVIEW, false)));
        Holders holders = new Holders();
        new HashMap<>(shop.redisHash(KEYS.holders(SimulatedShop.SALE))).forEach((place, id) -> {
            if (!place.equals("epoch")) {
                holders.add(StockGateKeys.userAt(place), Long.parseLong(id));
            }
        });
        return new SaleSnapshot(stock, new OrderRows(orders), charges(shop), List.of(gate(shop)), holders);
    }

    private static List<Charge> charges(SimulatedShop shop) {
        return shop.provider().all().stream()
                .map(paid -> charge(paid, shop.tables()))
                .toList();
    }

    private static Charge charge(PaymentNotification paid, SimulatedTables tables) {
        ChargeLine line = tables.charges.get(paid.paymentId());
        OrderLine order = tables.orders.get(paid.orderId());
        Recorded recorded =
                line == null ? null : new Recorded(line.orderId(), line.amountCents(), Outcome.valueOf(line.outcome()));
        Refund refund = line == null || line.refund() == null
                ? null
                : new Refund(line.amountCents(), RefundState.UNFINISHED, RefundReason.valueOf(line.refund()));
        return new Charge(
                paid.paymentId(),
                paid.orderId(),
                order == null ? paid.amountCents() : order.priceCents(),
                recorded,
                new Taken(paid.orderId(), paid.amountCents()),
                refund,
                null,
                false);
    }

    private static Gate gate(SimulatedShop shop) {
        Optional<StockGateState> state = shop.gates().state(SimulatedShop.SALE);
        if (state.isEmpty()) {
            return Gate.without(Gate.State.MISSING);
        }
        StockGateState gate = state.get();
        if (gate.rebuilding()) {
            return Gate.without(Gate.State.REBUILDING);
        }
        return new Gate(
                gate.sameRun() ? Gate.State.WARM : Gate.State.OTHER_RUN,
                gate.epoch(),
                gate.remaining(),
                gate.total(),
                gate.revision(),
                gate.returned(),
                gate.holders(),
                gate.moved(),
                shop.offerOfGate(gate));
    }
}
