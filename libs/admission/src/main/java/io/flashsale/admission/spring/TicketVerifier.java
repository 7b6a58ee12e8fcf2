package io.flashsale.admission.spring;

import io.flashsale.admission.CheckedTicket;
import org.jspecify.annotations.Nullable;

/**
 * Checks the text that a shopper shows as a purchase ticket. A service whose campaigns admit by ticket has one as a
 * bean.
 */
@FunctionalInterface
public interface TicketVerifier {

    /** For services whose campaigns need no ticket. */
    TicketVerifier NO_TICKETS = (campaignId, userId, shown) -> CheckedTicket.NONE;

    /**
     * Checks the text without asking a server.
     *
     * @param shown null or empty if the shopper showed nothing
     */
    CheckedTicket check(long campaignId, long userId, @Nullable String shown);
}
