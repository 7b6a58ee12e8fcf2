package io.flashsale.gateway.admission;

import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.admission.AdmissionCall.Line;
import io.flashsale.gateway.routing.CampaignPath;

/** One kind of campaign whose units shoppers want, and the way to the service that decides. */
interface AdmissionTarget {

    CampaignPath path();

    AdmissionLanes<Line> lanes();

    /** Whether there is certainly nothing for this shopper. */
    default boolean hasNothingFor(long campaignId, Shopper shopper) {
        return false;
    }

    /** Whether a shopper without a ticket certainly gets nothing. */
    default boolean hasNothingWithoutTicket(long campaignId) {
        return false;
    }

    /** Whether clicks may be followed; then the later steps must report their stops. */
    default boolean mayBeFollowed() {
        return false;
    }

    /** Receives each answer of the service. */
    default void learn(long campaignId, Answer answer) {}
}
