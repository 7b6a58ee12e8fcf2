package io.flashsale.auditor.sale;

import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.Flows;
import io.flashsale.auditor.snapshot.Flows.Type;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.Holders;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.Orders;
import io.flashsale.auditor.snapshot.SaleHead;
import io.flashsale.auditor.snapshot.StockRow;
import io.flashsale.auditor.snapshot.StockSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** A sale that is kept correctly by its methods, and whose fields a test may spoil. */
final class TestSale {

    static final class Order {
        long id;
        long user;
        OrderStatus status;
        boolean reason;

        Order(long id, long user, OrderStatus status, boolean reason) {
            this.id = id;
            this.user = user;
            this.status = status;
            this.reason = reason;
        }
    }

    record Flow(long order, long user, Type type) {}

    long initial;
    long added;
    long available;
    long deducted;
    long released;
    long remaining;
    long total;
    Gate.State gate = Gate.State.WARM;
    final List<Order> orders = new ArrayList<>();
    final List<Flow> flows = new ArrayList<>();
    final Map<Long, Long> holders = new LinkedHashMap<>();
    private long lastOrder = 1_000;

    TestSale(long units) {
        initial = units;
        available = units;
        remaining = units;
        total = units;
    }

    /** Eight units, of which users 1 to 3 hold one each, and every way for an order to end. */
    static TestSale withEverything() {
        TestSale sale = new TestSale(8);
        sale.addStock(2);
        sale.buy(1);
        sale.buy(2);
        sale.buy(3).status = OrderStatus.PAID;
        sale.end(sale.buy(4), OrderStatus.CLOSED);
        sale.end(sale.buy(5), OrderStatus.REFUND_DUE);
        sale.end(sale.buy(6), OrderStatus.REJECTED);
        sale.reject(7, true);
        sale.reject(8, false);
        return sale;
    }

    /** Whatever shoppers may do, in any sequence. */
    static TestSale random(RandomGenerator random) {
        TestSale sale = new TestSale(random.nextLong(1, 40));
        int steps = random.nextInt(10, 120);
        for (long user = 1; user <= steps; user++) {
            List<Order> active =
                    sale.orders.stream().filter(order -> order.status.active()).toList();
            switch (random.nextInt(10)) {
                case 0 -> sale.addStock(random.nextLong(1, 5));
                case 1 -> sale.reject(user, random.nextBoolean());
                case 2, 3, 4 -> {
                    if (!active.isEmpty()) {
                        OrderStatus end = random.nextBoolean() ? OrderStatus.CLOSED : OrderStatus.REFUND_DUE;
                        sale.end(active.get(random.nextInt(active.size())), end);
                    }
                }
                case 5 -> {
                    if (!active.isEmpty()) {
                        active.get(random.nextInt(active.size())).status = OrderStatus.PAID;
                    }
                }
                default -> {
                    if (sale.available > 0) {
                        sale.buy(user);
                    }
                }
            }
        }
        return sale;
    }

    void addStock(long units) {
        added += units;
        available += units;
        remaining += units;
        total += units;
    }

    Order buy(long user) {
        Order order = new Order(++lastOrder, user, OrderStatus.AWAITING_PAYMENT, false);
        orders.add(order);
        flows.add(new Flow(order.id, user, Type.DEDUCT));
        available--;
        deducted++;
        remaining--;
        holders.put(user, order.id);
        return order;
    }

    void end(Order order, OrderStatus status) {
        order.status = status;
        order.reason = true;
        flows.add(new Flow(order.id, order.user, Type.RELEASE));
        available++;
        released++;
        remaining++;
        holders.remove(order.user);
    }

    void reject(long user, boolean withVoid) {
        Order order = new Order(++lastOrder, user, OrderStatus.REJECTED, true);
        orders.add(order);
        if (withVoid) {
            flows.add(new Flow(order.id, user, Type.VOID));
        }
    }

    Order order(long user) {
        return orders.stream().filter(order -> order.user == user).findFirst().orElseThrow();
    }

    void forgetFlow(long user, Type type) {
        flows.removeIf(flow -> flow.user() == user && flow.type() == type);
    }

    SaleSnapshot snapshot() {
        Flows allFlows = new Flows();
        flows.forEach(flow -> allFlows.add(flow.order(), flow.user(), flow.type()));
        Orders allOrders = new Orders();
        orders.forEach(order -> allOrders.add(order.id, order.user, order.status, order.reason));
        Holders allHolders = new Holders();
        holders.forEach(allHolders::add);
        return new SaleSnapshot(
                new StockSnapshot(
                        new SaleHead(12, "A sale", 1, false),
                        List.of(new StockRow(0, initial, added, available, deducted, released, 1)),
                        allFlows),
                allOrders,
                new Gate(gate, "e", remaining, total, 1, 0, holders.size()),
                allHolders);
    }

    List<FindingKind> findings() {
        return kinds(CheckResult.of(snapshot(), null));
    }

    CheckResult check(ClientRecord clients) {
        return CheckResult.of(snapshot(), clients);
    }

    /** What the clients of this sale saw if each was answered. */
    List<ClientRecord.Accepted> answers() {
        return orders.stream()
                .map(order -> new ClientRecord.Accepted(order.id, order.user))
                .toList();
    }

    static List<FindingKind> kinds(CheckResult checked) {
        return checked.findings().stream().map(Finding::kind).toList();
    }
}
