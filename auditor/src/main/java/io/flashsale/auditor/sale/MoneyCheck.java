package io.flashsale.auditor.sale;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.Charge;
import io.flashsale.auditor.snapshot.Charge.Recorded;
import io.flashsale.auditor.snapshot.Charge.RefundState;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.Orders;

/** I11: what the payment provider took paid one order or goes back once, and nothing else happened to money. */
final class MoneyCheck {

    private final Orders orders;
    private final Evidence evidence;

    /** How many charges paid the order in this row. */
    private final int[] payments;

    private final int[] refunds;
    private final int[] unfinishedRefunds;

    private MoneyCheck(Orders orders, Evidence evidence) {
        this.orders = orders;
        this.evidence = evidence;
        this.payments = new int[orders.size()];
        this.refunds = new int[orders.size()];
        this.unfinishedRefunds = new int[orders.size()];
    }

    static void check(SaleSnapshot snapshot, Evidence evidence) {
        MoneyCheck check = new MoneyCheck(snapshot.orders(), evidence);
        snapshot.charges().forEach(check::charge);
        check.orders();
    }

    private void charge(Charge charge) {
        Recorded recorded = charge.recorded();
        if (recorded == null) {
            unrecorded(charge);
            return;
        }
        taken(charge, recorded);
        switch (recorded.outcome()) {
            case PAID -> paid(charge, recorded);
            case REFUND -> refunded(charge, recorded);
            case UNDECIDED -> find(FindingKind.CHARGE_UNDECIDED, charge, "of " + recorded.amountCents());
        }
    }

    private void unrecorded(Charge charge) {
        if (!charge.isUnderWay()) {
            find(FindingKind.CHARGE_UNRECORDED, charge, "is in the provider's books alone");
        }
        if (charge.givenBackCents() != null) {
            find(FindingKind.REFUND_UNEXPLAINED, charge, "was given back, and nobody recorded it");
        }
    }

    /** The provider has the same charge. */
    private void taken(Charge charge, Recorded recorded) {
        Charge.Taken taken = charge.taken();
        if (taken == null) {
            find(FindingKind.CHARGE_UNKNOWN_TO_PROVIDER, charge, "of " + recorded.amountCents());
        } else if (taken.amountCents() != recorded.amountCents() || taken.orderId() != charge.orderId()) {
            find(
                    FindingKind.CHARGE_DIFFERS,
                    charge,
                    "is %d for order %d in the provider's books, and %d here"
                            .formatted(taken.amountCents(), taken.orderId(), recorded.amountCents()));
        }
    }

    private void paid(Charge charge, Recorded recorded) {
        int row = orders.find(charge.orderId());
        if (row < 0 || orders.status(row) != OrderStatus.PAID) {
            find(FindingKind.CHARGE_PAID_NOTHING, charge, "paid the order, which is not PAID");
        } else {
            payments[row]++;
        }
        if (recorded.amountCents() != charge.toPayCents()) {
            find(
                    FindingKind.PAID_ANOTHER_AMOUNT,
                    charge,
                    "of %d paid the order, which costs %d".formatted(recorded.amountCents(), charge.toPayCents()));
        }
        if (charge.refund() != null || charge.givenBackCents() != null) {
            find(FindingKind.PAID_AND_REFUNDED, charge, "paid the order, and goes back");
        }
    }

    private void refunded(Charge charge, Recorded recorded) {
        Charge.Refund refund = charge.refund();
        Long givenBack = charge.givenBackCents();
        if (refund == null) {
            find(FindingKind.REFUND_MISSING, charge, "paid nothing, and has no refund");
            if (givenBack != null) {
                find(FindingKind.REFUND_UNEXPLAINED, charge, "was given back, and has no refund");
            }
            return;
        }
        boolean made = refund.state() == RefundState.REFUNDED;
        int row = orders.find(charge.orderId());
        if (row >= 0) {
            refunds[row]++;
            unfinishedRefunds[row] += made ? 0 : 1;
        }
        if (made && givenBack == null) {
            find(FindingKind.REFUND_NOT_MADE, charge, "is refunded, and the provider has given nothing back");
        }
        if (refund.amountCents() != recorded.amountCents()
                || (givenBack != null && givenBack != recorded.amountCents())) {
            find(
                    FindingKind.REFUND_OF_ANOTHER_AMOUNT,
                    charge,
                    "of %d: %d is to go back, %d went"
                            .formatted(
                                    recorded.amountCents(), refund.amountCents(), givenBack == null ? 0 : givenBack));
        }
    }

    private void orders() {
        for (int row = 0; row < orders.size(); row++) {
            OrderStatus status = orders.status(row);
            if (status == OrderStatus.PAID && payments[row] == 0) {
                find(FindingKind.PAID_WITHOUT_CHARGE, row, "no charge");
            }
            if (payments[row] > 1) {
                find(FindingKind.PAID_TWICE, row, payments[row] + " charges");
            }
            boolean due = status == OrderStatus.REFUND_DUE && unfinishedRefunds[row] == 0;
            boolean done = status == OrderStatus.REFUNDED && (refunds[row] == 0 || unfinishedRefunds[row] > 0);
            if (due || done) {
                find(
                        FindingKind.REFUND_STATUS,
                        row,
                        "%d refunds, %d not made".formatted(refunds[row], unfinishedRefunds[row]));
            }
        }
    }

    private void find(FindingKind kind, Charge charge, String what) {
        evidence.add(kind, "charge " + charge.id() + " for order " + charge.orderId() + " " + what);
    }

    private void find(FindingKind kind, int row, String what) {
        evidence.add(kind, "order " + orders.id(row) + ", " + orders.status(row) + ": " + what);
    }
}
