package io.flashsale.admission;

/**
 * A user's request for one unit of a campaign.
 *
 * @param correlationId of the HTTP request, for the logs of all later processing; may be empty, and has no space and
 *     no colon
 * @param ticket needed by campaigns that admit by ticket
 */
public record AdmissionRequest(long campaignId, long userId, String correlationId, CheckedTicket ticket) {

    /** A request without a ticket. */
    public AdmissionRequest(long campaignId, long userId, String correlationId) {
        this(campaignId, userId, correlationId, CheckedTicket.NONE);
    }

    public AdmissionRequest {
        if (correlationId.indexOf(' ') >= 0 || correlationId.indexOf(':') >= 0) {
            throw new IllegalArgumentException("a correlation id has no space and no colon: '" + correlationId + "'");
        }
    }
}
