package io.flashsale.admission;

/**
 * Somebody's wish to have one unit of a campaign.
 *
 * @param correlationId of the HTTP request, for the logs of whoever deals with the reservation later; may be empty, and
 *     has no space
 */
public record AdmissionRequest(long campaignId, long userId, String correlationId) {

    public AdmissionRequest {
        if (correlationId.indexOf(' ') >= 0) {
            throw new IllegalArgumentException("a correlation id has no space: '" + correlationId + "'");
        }
    }
}
