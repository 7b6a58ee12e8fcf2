package io.flashsale.admission;

import org.jspecify.annotations.Nullable;

/**
 * A user's request for one unit of a campaign.
 *
 * @param correlationId of the HTTP request, for the logs of all later processing; may be empty, and has no space and
 *     no colon
 * @param ticket needed by campaigns that admit by ticket
 * @param priceCents the price that the user agrees to; null for any. Campaigns whose terms have no price ignore it
 * @param key the user's name for the request: as long as Redis remembers it, all requests of the user with the same
 *     name get the same unit; null if the request has none
 */
public record AdmissionRequest(
        long campaignId,
        long userId,
        String correlationId,
        CheckedTicket ticket,
        @Nullable Long priceCents,
        @Nullable String key) {

    /** A request without a ticket and without a name, at any price. */
    public AdmissionRequest(long campaignId, long userId, String correlationId) {
        this(campaignId, userId, correlationId, CheckedTicket.NONE, null, null);
    }

    public AdmissionRequest {
        if (correlationId.indexOf(' ') >= 0 || correlationId.indexOf(':') >= 0) {
            throw new IllegalArgumentException("a correlation id has no space and no colon: '" + correlationId + "'");
        }
    }
}
