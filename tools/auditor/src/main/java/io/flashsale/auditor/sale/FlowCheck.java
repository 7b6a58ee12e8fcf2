package io.flashsale.auditor.sale;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.Flows;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.StockRow;
import io.flashsale.auditor.source.BucketLocations;
import java.util.List;

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
        Flows flows = snapshot.stock().flows();
        counter(
                FindingKind.DEDUCTED_COUNTER,
                snapshot.stock().sum(StockRow::deducted),
                flows.count(Flows.Type.DEDUCT),
                evidence);
        counter(
                FindingKind.RELEASED_COUNTER,
                snapshot.stock().sum(StockRow::released),
                flows.count(Flows.Type.RELEASE),
                evidence);
        int buckets = snapshot.stock().sale().buckets();
        if (buckets > 1) {
            buckets(snapshot.stock().rows(), flows, buckets, evidence);
        }
        FlowCheck check = new FlowCheck(snapshot.orders(), evidence);
        check.assign(flows);
        check.compare();
    }

    /** A unit leaves the bucket of its user and comes back to it. */
    private static void buckets(List<StockRow> rows, Flows flows, int buckets, Evidence evidence) {
        long[] deducts = new long[buckets];
        long[] releases = new long[buckets];
        for (int flow = 0; flow < flows.size(); flow++) {
            int home = BucketLocations.home(flows.user(flow), buckets);
            switch (flows.type(flow)) {
                case DEDUCT -> deducts[home]++;
                case RELEASE -> releases[home]++;
                case VOID, UNKNOWN -> {} // this flow counts no unit
            }
        }
        for (StockRow row : rows) {
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

    private void assign(Flows flows) {
        for (int flow = 0; flow < flows.size(); flow++) {
            int row = orders.find(flows.order(flow));
            Flows.Type type = flows.type(flow);
            if (row < 0) {
                evidence.add(
                        FindingKind.ORPHANED_FLOW,
                        type + " of order " + flows.order(flow) + ", user " + flows.user(flow)
                                + ", which does not exist");
                continue;
            }
            if (flows.user(flow) != orders.user(row)) {
                evidence.add(
                        FindingKind.FLOW_OF_ANOTHER_USER,
                        type + " of order " + orders.id(row) + " names user " + flows.user(flow) + " instead of "
                                + orders.user(row));
            }
            byte[] counts = switch (type) {
                case DEDUCT -> deducts;
                case RELEASE -> releases;
                case VOID -> voids;
                case UNKNOWN -> null;
            };
            if (counts == null) {
                evidence.add(FindingKind.UNKNOWN_FLOW, "a flow of order " + orders.id(row));
            } else if (counts[row] == 1) {
                evidence.add(FindingKind.FLOW_TWICE, type + " of order " + orders.id(row));
            } else {
                counts[row] = 1;
            }
        }
    }

    private void compare() {
        for (int row = 0; row < orders.size(); row++) {
            boolean deducted = deducts[row] > 0;
            boolean released = releases[row] > 0;
            OrderStatus status = orders.status(row);
            boolean mayHoldNothing = status == OrderStatus.REJECTED
                    || status == OrderStatus.UNDER_REVIEW
                    || status == OrderStatus.UNKNOWN;
            if (!mayHoldNothing && !deducted) {
                find(FindingKind.DEDUCT_MISSING, row);
            }
            if ((status.active() || status == OrderStatus.UNDER_REVIEW) && released) {
                find(FindingKind.RELEASED_WHILE_ACTIVE, row);
            }
            if (status.ended() && deducted && !released) {
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
        evidence.add(kind, "order " + orders.id(row) + " of user " + orders.user(row) + ", " + orders.status(row));
    }
}
