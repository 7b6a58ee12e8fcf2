package io.flashsale.auditor.sale;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.StockFlow;
import io.flashsale.auditor.snapshot.StockFlow.Type;
import io.flashsale.auditor.snapshot.StockRow;
import io.flashsale.auditor.snapshot.StockSnapshot;
import io.flashsale.auditor.source.BucketLocations;

/** Checks I6: each unit moves once. */
final class FlowCheck {

    private final OrderRows orders;
    private final Evidence evidence;

    /** For each row of an order, how many flows of each type it has. */
    private final byte[] deducts;

    private final byte[] releases;
    private final byte[] voids;

    private FlowCheck(OrderRows orders, Evidence evidence) {
        this.orders = orders;
        this.evidence = evidence;
        this.deducts = new byte[orders.size()];
        this.releases = new byte[orders.size()];
        this.voids = new byte[orders.size()];
    }

    static void check(SaleSnapshot snapshot, Evidence evidence) {
        StockSnapshot stock = snapshot.stock();
        counter(FindingKind.DEDUCTED_COUNTER, stock.sum(StockRow::deducted), stock.count(Type.DEDUCT), evidence);
        counter(FindingKind.RELEASED_COUNTER, stock.sum(StockRow::released), stock.count(Type.RELEASE), evidence);
        if (stock.sale().buckets() > 1) {
            buckets(stock, stock.sale().buckets(), evidence);
        }
        FlowCheck check = new FlowCheck(snapshot.orders(), evidence);
        stock.flows().forEach(check::assign);
        check.compare();
    }

    /** A unit leaves the bucket of its user and comes back to it. */
    private static void buckets(StockSnapshot stock, int buckets, Evidence evidence) {
        long[] deducts = new long[buckets];
        long[] releases = new long[buckets];
        for (StockFlow flow : stock.flows()) {
            int home = BucketLocations.home(flow.user(), buckets);
            switch (flow.type()) {
                case DEDUCT -> deducts[home]++;
                case RELEASE -> releases[home]++;
                case VOID, UNKNOWN -> {} // this flow counts no unit
            }
        }
        for (StockRow row : stock.rows()) {
            if (row.bucket() < buckets) {
                counter(FindingKind.DEDUCTED_COUNTER, row.deducted(), deducts[row.bucket()], evidence);
                counter(FindingKind.RELEASED_COUNTER, row.released(), releases[row.bucket()], evidence);
            }
        }
    }

    private static void counter(FindingKind kind, long counter, long flows, Evidence evidence) {
        if (counter != flows) {
            evidence.add(
                    kind, Math.abs(counter - flows), "the stock says " + counter + ", there are " + flows + " flows");
        }
    }

    private void assign(StockFlow flow) {
        int row = orders.find(flow.order());
        if (row < 0) {
            evidence.add(
                    FindingKind.ORPHANED_FLOW,
                    flow.type() + " of order " + flow.order() + ", user " + flow.user() + ", which does not exist");
            return;
        }
        OrderRow order = orders.get(row);
        if (flow.user() != order.user()) {
            evidence.add(
                    FindingKind.FLOW_OF_ANOTHER_USER,
                    flow.type() + " of order " + order.id() + " names user " + flow.user() + " instead of "
                            + order.user());
        }
        byte[] counts = switch (flow.type()) {
            case DEDUCT -> deducts;
            case RELEASE -> releases;
            case VOID -> voids;
            case UNKNOWN -> null;
        };
        if (counts == null) {
            evidence.add(FindingKind.UNKNOWN_FLOW, "a flow of order " + order.id());
        } else if (counts[row] == 1) {
            evidence.add(FindingKind.FLOW_TWICE, flow.type() + " of order " + order.id());
        } else {
            counts[row] = 1;
        }
    }

    private void compare() {
        for (int row = 0; row < orders.size(); row++) {
            boolean deducted = deducts[row] > 0;
            boolean released = releases[row] > 0;
            OrderStatus status = orders.get(row).status();
            boolean held = orders.get(row).holdsUnit();
            boolean mayHoldNothing = status == OrderStatus.REJECTED
                    || status == OrderStatus.UNDER_REVIEW
                    || status == OrderStatus.UNKNOWN;
            if (!mayHoldNothing && !deducted) {
                find(FindingKind.DEDUCT_MISSING, row);
            }
            if ((held || status == OrderStatus.UNDER_REVIEW) && released) {
                find(FindingKind.RELEASED_WHILE_ACTIVE, row);
            }
            if (status.ended() && !held && deducted && !released) {
                find(FindingKind.RELEASE_MISSING, row);
            }
            if (released && !deducted) {
                find(FindingKind.RELEASE_WITHOUT_DEDUCT, row);
            }
            if (voids[row] > 0 && (deducted || released || status != OrderStatus.REJECTED)) {
                find(FindingKind.VOID_MISPLACED, row);
            }
        }
    }

    private void find(FindingKind kind, int row) {
        evidence.add(kind, orders.get(row).described());
    }
}
