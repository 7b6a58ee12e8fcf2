package io.flashsale.entry.ticket;

import io.flashsale.admission.spring.TicketVerifier;
import io.flashsale.admission.ticket.CheckedTicket;
import io.flashsale.contracts.reservation.PurchaseTicketHeader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks shoppers' tickets without asking a server; the gate checks the rest. */
public final class PurchaseTickets implements TicketVerifier {

    private final EntrySigner signer;

    public PurchaseTickets(EntrySigner signer) {
        this.signer = signer;
    }

    @Override
    public CheckedTicket check(long saleId, long userId, @Nullable String shown) {
        if (shown == null || shown.isEmpty()) {
            return CheckedTicket.NONE;
        }
        if (shown.length() > PurchaseTicketHeader.MAX_LENGTH) {
            return new CheckedTicket.Invalid();
        }
        Optional<EntrySigner.Signed> ticket = signer.readTicket(shown);
        if (ticket.isEmpty() || ticket.get().saleId() != saleId) {
            return new CheckedTicket.Invalid();
        }
        return ticket.get().userId() == userId
                ? new CheckedTicket.Signed(ticket.get().number(), ticket.get().moment())
                : new CheckedTicket.OfAnother();
    }
}
