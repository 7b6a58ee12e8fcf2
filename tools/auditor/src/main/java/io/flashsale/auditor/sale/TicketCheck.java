package io.flashsale.auditor.sale;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.StockSnapshot;
import io.flashsale.auditor.snapshot.StockSnapshot.EntryRow;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Checks I12: in a sale with tickets, each buyer had a ticket of their own and bought once with it. */
final class TicketCheck {

    private TicketCheck() {}

    /** Skips rejected orders, which never held a unit, and those under review: neither has a number. */
    static void check(SaleSnapshot snapshot, Evidence evidence) {
        Set<Long> used = new HashSet<>();
        for (OrderRow order : snapshot.orders().all()) {
            if (order.entryNumber() != 0) {
                if (!used.add(order.entryNumber())) {
                    evidence.add(FindingKind.TICKET_TWICE, "order " + order.id() + ", number " + order.entryNumber());
                }
                ticket(snapshot.stock().entries(), order, evidence);
            } else if (snapshot.stock().sale().byTicket()
                    && order.status() != OrderStatus.REJECTED
                    && order.status() != OrderStatus.UNDER_REVIEW) {
                evidence.add(FindingKind.ORDER_WITHOUT_TICKET, "order " + order.id());
            }
        }
    }

    private static void ticket(Map<Long, EntryRow> entries, OrderRow order, Evidence evidence) {
        String what = "order " + order.id() + " of user " + order.user() + ", number " + order.entryNumber();
        EntryRow entry = entries.get(order.entryNumber());
        if (entry == null) {
            evidence.add(FindingKind.TICKET_OF_NOBODY, what);
            return;
        }
        if (entry.user() != order.user()) {
            evidence.add(FindingKind.TICKET_OF_ANOTHER_USER, what + " of user " + entry.user());
        }
        if (entry.ticketIssuedAt() == StockSnapshot.NO_TICKET || entry.ticketIssuedAt() > order.reservedAt()) {
            evidence.add(FindingKind.TICKET_NOT_ISSUED, what);
        }
    }
}
