package io.flashsale.admission.spring;

import io.flashsale.admission.ticket.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * Says what a text is worth that a shopper shows as a purchase ticket. A service whose campaigns may be entered by ticket has
 * one as a bean.
 */
@FunctionalInterface
public interface TicketCheck {

    /** For services whose campaigns need none. */
    TicketCheck NO_TICKETS = (campaignId, userId, shown) -> Ticket.NONE;

    /**
     * Touches no server.
     *
     * @param shown null or empty if nothing was
     */
    Ticket check(long campaignId, long userId, @Nullable String shown);
}
