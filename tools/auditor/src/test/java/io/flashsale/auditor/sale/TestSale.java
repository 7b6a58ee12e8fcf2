package io.flashsale.auditor.sale;

import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.finding.FindingKind;
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
import io.flashsale.auditor.snapshot.StockFlow.Type;
import io.flashsale.auditor.snapshot.StockRow;
import io.flashsale.auditor.snapshot.StockSnapshot;
import io.flashsale.auditor.snapshot.StockSnapshot.EntryRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A sale that its methods keep correct, and whose fields a test may spoil. */
final class TestSale {

    static final class Order {
        long id;
        long user;
        OrderStatus status;
        boolean reason;
        boolean unitKept;
        long refundCents;
        long entryNumber;

        Order(long id, long user, OrderStatus status, boolean reason) {
            this.id = id;
            this.user = user;
            this.status = status;
            this.reason = reason;
        }
    }

    /** The shop's and the provider's record of a charge; a missing part is null. */
    static final class TestCharge {
        String id;
        long order;
        long toPay = PRICE;

        @Nullable
        Long recorded;

        long recordedFor;

        Outcome outcome;

        RefundReason reason = RefundReason.WRONG_AMOUNT;

        @Nullable
        Long taken;

        long takenFor;

        @Nullable
        Long refund;

        boolean refunded;

        @Nullable
        Long givenBack;

        boolean recent;

        TestCharge(String id, long order, long cents, Outcome outcome) {
            this.id = id;
            this.order = order;
            this.recorded = cents;
            this.recordedFor = order;
            this.outcome = outcome;
            this.taken = cents;
            this.takenFor = order;
            this.refund = outcome == Outcome.REFUND ? cents : null;
        }

        /** The provider makes the refund, and the shop records it. */
        void giveBack() {
            refunded = true;
            givenBack = recorded;
        }

        Charge snapshot() {
            return new Charge(
                    id,
                    order,
                    toPay,
                    recorded == null ? null : new Recorded(recordedFor, recorded, outcome),
                    taken == null ? null : new Taken(takenFor, taken),
                    refund == null
                            ? null
                            : new Refund(refund, refunded ? RefundState.REFUNDED : RefundState.UNFINISHED, reason),
                    givenBack,
                    recent);
        }
    }

    static final long PRICE = 1_990;
    static final long RESERVED_AT = 1_000;
    static final Offer OFFER = new Offer(0, 2_000, "A sale", PRICE);

    long initial;
    long added;
    long available;
    long deducted;
    long released;
    long remaining;
    long total;
    Gate.State gate = Gate.State.WARM;
    long revisionOfGate = 1;
    Offer offerOfGate = OFFER;
    final List<Order> orders = new ArrayList<>();
    boolean byTicket;
    /** By their number; a user has ten times their id. */
    final Map<Long, EntryRow> entries = new HashMap<>();

    final List<StockFlow> flows = new ArrayList<>();
    final List<TestCharge> charges = new ArrayList<>();
    int limit = 1;

    /** The users of active orders of a sibling; empty if there is none. */
    final List<Long> ofSiblings = new ArrayList<>();

    /** Orders with a slot in the family. */
    final Set<Long> slots = new HashSet<>();

    private List<Long> siblings = List.of();

    /** The user who holds by an order. */
    final Map<Long, Long> holders = new LinkedHashMap<>();

    private long lastOrder = 1_000;

    TestSale(long units) {
        initial = units;
        available = units;
        remaining = units;
        total = units;
    }

    /** Ten units, held by users 1 to 3 and kept of user 10, and one ended order for each possible ending. */
    static TestSale withEverything() {
        TestSale sale = new TestSale(8);
        sale.addStock(2);
        sale.buy(1);
        sale.buy(2);
        sale.pay(sale.buy(3));
        sale.charge(sale.order(3), Outcome.REFUND).giveBack(); // paid twice
        sale.end(sale.buy(4), OrderStatus.CLOSED);
        sale.end(sale.buy(5), OrderStatus.REFUND_DUE);
        sale.end(sale.buy(6), OrderStatus.REJECTED);
        sale.reject(7, true);
        sale.reject(8, false);
        sale.pay(sale.buy(9));
        sale.undo(sale.order(9), false);
        sale.pay(sale.buy(10));
        sale.undo(sale.order(10), true);
        return sale;
    }

    /** A random sequence of everything that shoppers can do. */
    static TestSale random(RandomGenerator random) {
        TestSale sale = new TestSale(random.nextLong(1, 40));
        sale.limit = random.nextInt(1, 4);
        int steps = random.nextInt(10, 120);
        for (long user = 1; user <= steps; user++) {
            List<Order> active = sale.orders.stream()
                    .filter(order -> order.status == OrderStatus.AWAITING_PAYMENT)
                    .toList();
            switch (random.nextInt(10)) {
                case 0 -> sale.addStock(Math.max(random.nextLong(-4, 5), -sale.remaining));
                case 1 -> sale.reject(user, random.nextBoolean());
                case 2, 3, 4 -> {
                    if (!active.isEmpty()) {
                        List<OrderStatus> ends =
                                List.of(OrderStatus.CLOSED, OrderStatus.REFUND_DUE, OrderStatus.REFUNDED);
                        sale.end(active.get(random.nextInt(active.size())), ends.get(random.nextInt(3)));
                    }
                }
                case 5 -> {
                    if (!active.isEmpty()) {
                        Order order = active.get(random.nextInt(active.size()));
                        sale.pay(order);
                        if (random.nextBoolean()) {
                            sale.charge(order, Outcome.REFUND);
                        }
                        if (random.nextBoolean()) {
                            sale.undo(order, random.nextBoolean());
                        }
                    }
                }
                default -> {
                    if (sale.available > 0) {
                        sale.buy(user - user % sale.limit);
                    }
                }
            }
        }
        return sale;
    }

    /** From now on orders need a ticket, and existing orders get one, except rejected ones. */
    void askForTickets() {
        byTicket = true;
        orders.stream().filter(order -> order.status != OrderStatus.REJECTED).forEach(order -> {
            order.entryNumber = 10 * order.user;
            entries.put(order.entryNumber, new EntryRow(order.user, RESERVED_AT - 1));
        });
    }

    void addStock(long units) {
        added += units;
        total += units;
        offer(units);
    }

    /** Units come on sale in MySQL and in Redis, or go if negative. */
    void offer(long units) {
        available += units;
        remaining += units;
    }

    Order buy(long user) {
        Order order = new Order(++lastOrder, user, OrderStatus.AWAITING_PAYMENT, false);
        orders.add(order);
        flows.add(new StockFlow(order.id, user, Type.DEDUCT));
        deducted++;
        offer(-1);
        holders.put(order.id, user);
        return order;
    }

    void pay(Order order) {
        order.status = OrderStatus.PAID;
        charge(order, Outcome.PAID);
    }

    /** Adds a charge. A refunded one is refunded because the order was paid already, or because the amount is wrong. */
    TestCharge charge(Order order, Outcome outcome) {
        TestCharge charge = new TestCharge("c" + charges.size(), order.id, PRICE, outcome);
        if (outcome == Outcome.REFUND) {
            charge.reason = order.status == OrderStatus.PAID ? RefundReason.ALREADY_PAID : RefundReason.WRONG_AMOUNT;
            order.refundCents += PRICE;
        }
        charges.add(charge);
        return charge;
    }

    /** Ends an order that awaits payment; if money came late, also adds the charge. */
    void end(Order order, OrderStatus status) {
        if (status == OrderStatus.REFUND_DUE || status == OrderStatus.REFUNDED) {
            TestCharge late = charge(order, Outcome.REFUND);
            late.reason = RefundReason.ORDER_ENDED;
            if (status == OrderStatus.REFUNDED) {
                late.giveBack();
            }
        }
        order.status = status;
        order.reason = true;
        release(order);
    }

    private void release(Order order) {
        flows.add(new StockFlow(order.id, order.user, Type.RELEASE));
        released++;
        offer(1);
        holders.remove(order.id);
    }

    /** Gives back what has paid the order, and its unit unless that is kept. */
    void undo(Order order, boolean unitKept) {
        charges.stream()
                .filter(charge -> charge.order == order.id && charge.outcome == Outcome.PAID)
                .forEach(charge -> {
                    charge.outcome = Outcome.REFUND;
                    charge.reason = RefundReason.BY_ADMINISTRATOR;
                    charge.refund = charge.recorded;
                });
        order.status = OrderStatus.REFUND_DUE;
        order.reason = true;
        order.refundCents += PRICE;
        order.unitKept = unitKept;
        if (!unitKept) {
            release(order);
        }
    }

    void reject(long user, boolean withVoid) {
        Order order = new Order(++lastOrder, user, OrderStatus.REJECTED, true);
        orders.add(order);
        if (withVoid) {
            flows.add(new StockFlow(order.id, user, Type.VOID));
        }
    }

    TestCharge charge(long user, Outcome outcome) {
        return charge(order(user), outcome);
    }

    /** The first charge with this outcome. */
    TestCharge charge(Outcome outcome) {
        return charges.stream()
                .filter(charge -> charge.outcome == outcome)
                .findFirst()
                .orElseThrow();
    }

    Order order(long user) {
        return orders.stream().filter(order -> order.user == user).findFirst().orElseThrow();
    }

    void addFlow(long user, Type type) {
        flows.add(new StockFlow(order(user).id, user, type));
    }

    void forgetFlow(long user, Type type) {
        flows.removeIf(flow -> flow.user() == user && flow.type() == type);
    }

    /** Makes it a variant: user 11 has bought the other one. */
    TestSale haveSibling() {
        siblings = List.of(28L);
        ofSiblings.add(11L);
        flows.stream().filter(flow -> flow.type() == Type.DEDUCT).forEach(flow -> slots.add(flow.order()));
        flows.stream().filter(flow -> flow.type() == Type.RELEASE).forEach(flow -> slots.remove(flow.order()));
        return this;
    }

    SaleSnapshot snapshot() {
        OrderRows allOrders = new OrderRows(orders.stream()
                .map(order -> new OrderRow(
                        order.id,
                        order.user,
                        order.status,
                        order.reason,
                        order.unitKept,
                        order.refundCents,
                        order.entryNumber,
                        RESERVED_AT))
                .toList());
        Holders allHolders = new Holders();
        holders.forEach((order, user) -> allHolders.add(user, order));
        return new SaleSnapshot(
                new StockSnapshot(
                        new SaleHead(12, 1, false, byTicket, 1, limit, OFFER, siblings),
                        List.of(new StockRow(0, initial, added, available, deducted, released, 1, 0, 0)),
                        flows,
                        Map.copyOf(entries),
                        Set.copyOf(slots)),
                allOrders,
                charges.stream().map(TestCharge::snapshot).toList(),
                List.of(new Gate(gate, "e", remaining, total, revisionOfGate, 0, holders.size(), 0, offerOfGate)),
                allHolders,
                ofSiblings.stream()
                        .map(user -> new OrderRow(2_000 + user, user, OrderStatus.AWAITING_PAYMENT, false))
                        .toList());
    }

    List<FindingKind> findings() {
        return kinds(CheckResult.of(snapshot(), null));
    }

    CheckResult check(ClientRecord clients) {
        return CheckResult.of(snapshot(), clients);
    }

    /** The answers to the clients of this sale, if each was answered. */
    List<ClientRecord.Accepted> answers() {
        return orders.stream()
                .map(order -> new ClientRecord.Accepted(order.id, order.user))
                .toList();
    }

    static List<FindingKind> kinds(CheckResult checked) {
        return checked.findings().stream().map(Finding::kind).toList();
    }
}
