package io.flashsale.admission;

import io.flashsale.admission.ticket.Ticket;

/**
 * Somebody's wish to have one unit of a campaign.
 *
 * @param correlationId of the HTTP request, for the logs of whoever deals with the reservation later; may be empty, and
 *     has no space and no colon
 * @param ticket asked for by campaigns that are entered by ticket
 */
public record AdmissionRequest(long campaignId, long userId, String correlationId, Ticket ticket) {

    /** A wish without a ticket. */
    public AdmissionRequest(long campaignId, long userId, String correlationId) {
        this(campaignId, userId, correlationId, Ticket.NONE);
    }

    public AdmissionRequest {
        if (correlationId.indexOf(' ') >= 0 || correlationId.indexOf(':') >= 0) {
            throw new IllegalArgumentException("a correlation id has no space and no colon: '" + correlationId + "'");
        }
    }
}
