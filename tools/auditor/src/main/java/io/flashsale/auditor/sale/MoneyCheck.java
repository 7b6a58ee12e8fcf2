package io.flashsale.auditor.sale;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.Charge;
import io.flashsale.auditor.snapshot.Charge.Recorded;
import io.flashsale.auditor.snapshot.Charge.RefundReason;
import io.flashsale.auditor.snapshot.Charge.RefundState;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import io.flashsale.auditor.snapshot.OrderStatus;
import org.jspecify.annotations.Nullable;

/** Checks I11: money that the provider took pays one order or is refunded once, and no other money moves. */
final class MoneyCheck {

    private final OrderRows orders;
    private final Evidence evidence;

    /** For each row of an order, the number of charges that paid it. */
    private final int[] payments;

    private final int[] refunds;
    private final int[] unfinishedRefunds;

    /** For each row of an order, the refunds because the order had ended, and those because it was paid. */
    private final int[] refundsOfEnded;

    private final int[] refundsOfPaid;

    /** For each row of an order, the refunds of charges that had paid it. */
    private final int[] refundsByAdministrator;

    /** For each row of an order, the sum of the charges that did not pay it but came while it existed. */
    private final long[] refundCents;

    private MoneyCheck(OrderRows orders, Evidence evidence) {
        this.orders = orders;
        this.evidence = evidence;
        this.payments = new int[orders.size()];
        this.refunds = new int[orders.size()];
        this.unfinishedRefunds = new int[orders.size()];
        this.refundsOfEnded = new int[orders.size()];
        this.refundsOfPaid = new int[orders.size()];
        this.refundsByAdministrator = new int[orders.size()];
        this.refundCents = new long[orders.size()];
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
        if (recorded.orderId() != charge.orderId()) {
            find(
                    FindingKind.CHARGE_DIFFERS,
                    charge,
                    "by the provider's records is recorded for order " + recorded.orderId());
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
            find(FindingKind.CHARGE_UNRECORDED, charge, "is in the provider's records alone");
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
                    "is %d for order %d in the provider's records, and %d here"
                            .formatted(taken.amountCents(), taken.orderId(), recorded.amountCents()));
        }
    }

    private void paid(Charge charge, Recorded recorded) {
        int row = orders.find(charge.orderId());
        if (row < 0 || orders.get(row).status() != OrderStatus.PAID) {
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
        int row = orders.find(charge.orderId());
        if (row >= 0) {
            sum(row, recorded, refund);
        }
        if (refund == null) {
            find(FindingKind.REFUND_MISSING, charge, "paid nothing, and has no refund");
            if (givenBack != null) {
                find(FindingKind.REFUND_UNEXPLAINED, charge, "was given back, and has no refund");
            }
            return;
        }
        boolean made = refund.state() == RefundState.REFUNDED;
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

    /** Adds to the sums of an order what follows from a charge that did not pay it. */
    private void sum(int row, Recorded recorded, Charge.@Nullable Refund refund) {
        if (refund == null || refund.reason() != RefundReason.UNKNOWN_ORDER) {
            refundCents[row] += recorded.amountCents();
        }
        if (refund != null) {
            refunds[row]++;
            unfinishedRefunds[row] += refund.state() == RefundState.REFUNDED ? 0 : 1;
            refundsOfEnded[row] += refund.reason() == RefundReason.ORDER_ENDED ? 1 : 0;
            refundsOfPaid[row] += refund.reason() == RefundReason.ALREADY_PAID ? 1 : 0;
            refundsByAdministrator[row] += refund.reason() == RefundReason.BY_ADMINISTRATOR ? 1 : 0;
        }
    }

    private void orders() {
        for (int row = 0; row < orders.size(); row++) {
            OrderStatus status = orders.get(row).status();
            if (status == OrderStatus.PAID && payments[row] == 0) {
                find(FindingKind.PAID_WITHOUT_CHARGE, row, "no charge");
            }
            if (payments[row] > 1) {
                find(FindingKind.PAID_TWICE, row, payments[row] + " charges");
            }
            if (!agreesWithItsRefunds(status, row)) {
                find(
                        FindingKind.REFUND_STATUS,
                        row,
                        "%d refunds, %d not made, %d because it had ended, %d because it was paid, %d by an administrator"
                                .formatted(
                                        refunds[row],
                                        unfinishedRefunds[row],
                                        refundsOfEnded[row],
                                        refundsOfPaid[row],
                                        refundsByAdministrator[row]));
            }
            long stated = orders.get(row).refundCents();
            if (stated != refundCents[row]) {
                find(
                        FindingKind.REFUND_SUM,
                        row,
                        "says that %d go back, its charges say %d".formatted(stated, refundCents[row]));
            }
        }
    }

    /**
     * An order that had ended when money came is REFUND_DUE until all refunds are made, and then REFUNDED. So is one that
     * was paid once, and whose sale was undone.
     */
    private boolean agreesWithItsRefunds(OrderStatus status, int row) {
        boolean ended = refundsOfEnded[row] > 0;
        boolean paid = refundsOfPaid[row] > 0;
        boolean undone = refundsByAdministrator[row] == 1;
        boolean neverUndone = refundsByAdministrator[row] == 0;
        return switch (status) {
            case REFUND_DUE -> (undone || neverUndone && ended && !paid) && unfinishedRefunds[row] > 0;
            case REFUNDED -> (undone || neverUndone && ended && !paid) && unfinishedRefunds[row] == 0;
            case PAID -> !ended && neverUndone;
            case AWAITING_PAYMENT, CLOSED -> !ended && !paid && neverUndone;
            case REJECTED, UNDER_REVIEW -> !paid && neverUndone;
            case UNKNOWN -> true; // a finding of its own kind
        };
    }

    private void find(FindingKind kind, Charge charge, String what) {
        evidence.add(kind, "charge " + charge.id() + " for order " + charge.orderId() + " " + what);
    }

    private void find(FindingKind kind, int row, String what) {
        OrderRow order = orders.get(row);
        evidence.add(kind, "order " + order.id() + ", " + order.status() + ": " + what);
    }
}
