package io.flashsale.admission;

import org.jspecify.annotations.Nullable;

/**
 * A user's request for one unit of a campaign.
 *
 * @param correlationId of the HTTP request, for the logs of all later processing; may be empty, and has no space and
 *     no colon
 * @param ticket needed by campaigns that admit by ticket
 * @param priceCents the price that the user agrees to; null for any. Campaigns whose terms have no price ignore it
 */
public record AdmissionRequest(
        long campaignId,
        long userId,
        String correlationId,
        CheckedTicket ticket,
        @Nullable Long priceCents) {

    /** A request without a ticket, at any price. */
    public AdmissionRequest(long campaignId, long userId, String correlationId) {
        this(campaignId, userId, correlationId, CheckedTicket.NONE, null);
    }

    public AdmissionRequest {
        if (correlationId.indexOf(' ') >= 0 || correlationId.indexOf(':') >= 0) {
            throw new IllegalArgumentException("a correlation id has no space and no colon: '" + correlationId + "'");
        }
    }
}
