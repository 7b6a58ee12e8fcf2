package io.flashsale.auditor.sale;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.snapshot.LongIndex;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.snapshot.StockSnapshot;
import io.flashsale.auditor.snapshot.StockSnapshot.EntryRow;
import java.util.Map;

/** Checks I12: in a sale with tickets, each buyer had a ticket of their own and bought once with it. */
final class TicketCheck {

    private TicketCheck() {}

    /** Skips rejected orders, which never held a unit, and those under review: neither has a number. */
    static void check(SaleSnapshot snapshot, Evidence evidence) {
        OrderRows orders = snapshot.orders();
        LongIndex used = new LongIndex(orders.size());
        for (int row = 0; row < orders.size(); row++) {
            OrderRows.Bought bought = orders.bought(row);
            String order = "order " + orders.id(row);
            if (bought.entryNumber() != 0) {
                if (used.find(bought.entryNumber()) >= 0) {
                    evidence.add(FindingKind.TICKET_TWICE, order + ", number " + bought.entryNumber());
                }
                used.put(bought.entryNumber(), row);
                ticket(snapshot.stock().entries(), orders.user(row), bought, order, evidence);
            } else if (snapshot.stock().sale().byTicket()
                    && orders.status(row) != OrderStatus.REJECTED
                    && orders.status(row) != OrderStatus.UNDER_REVIEW) {
                evidence.add(FindingKind.ORDER_WITHOUT_TICKET, order);
            }
        }
    }

    private static void ticket(
            Map<Long, EntryRow> entries, long user, OrderRows.Bought bought, String order, Evidence evidence) {
        String what = order + " of user " + user + ", number " + bought.entryNumber();
        EntryRow entry = entries.get(bought.entryNumber());
        if (entry == null) {
            evidence.add(FindingKind.TICKET_OF_NOBODY, what);
            return;
        }
        if (entry.user() != user) {
            evidence.add(FindingKind.TICKET_OF_ANOTHER_USER, what + " of user " + entry.user());
        }
        if (entry.ticketIssuedAt() == StockSnapshot.NO_TICKET || entry.ticketIssuedAt() > bought.reservedAt()) {
            evidence.add(FindingKind.TICKET_NOT_ISSUED, what);
        }
    }
}
