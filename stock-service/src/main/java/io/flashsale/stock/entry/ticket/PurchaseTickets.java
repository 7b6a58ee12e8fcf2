package io.flashsale.stock.entry.ticket;

import io.flashsale.admission.spring.TicketCheck;
import io.flashsale.admission.ticket.Ticket;
import io.flashsale.contracts.reservation.PurchaseTicketHeader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks shoppers' tickets without asking a server; the gate checks the rest. */
public final class PurchaseTickets implements TicketCheck {

    private final EntrySigner signer;

    public PurchaseTickets(EntrySigner signer) {
        this.signer = signer;
    }

    @Override
    public Ticket check(long saleId, long userId, @Nullable String shown) {
        if (shown == null || shown.isEmpty()) {
            return Ticket.NONE;
        }
        if (shown.length() > PurchaseTicketHeader.MAX_LENGTH) {
            return new Ticket.Invalid();
        }
        Optional<EntrySigner.Signed> ticket = signer.readTicket(shown);
        if (ticket.isEmpty() || ticket.get().saleId() != saleId) {
            return new Ticket.Invalid();
        }
        return ticket.get().userId() == userId
                ? new Ticket.Signed(ticket.get().number(), ticket.get().moment())
                : new Ticket.OfAnother();
    }
}
