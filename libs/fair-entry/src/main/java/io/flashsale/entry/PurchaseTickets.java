package io.flashsale.entry;

import io.flashsale.admission.CheckedTicket;
import io.flashsale.admission.spring.TicketVerifier;
import io.flashsale.contracts.reservation.PurchaseTicketHeader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Checks shoppers' tickets without asking a server; the gate checks the rest. */
@Component
final class PurchaseTickets implements TicketVerifier {

    private final EntrySigner signer;

    PurchaseTickets(EntrySigner signer) {
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
