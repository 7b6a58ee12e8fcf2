package io.flashsale.gateway.admission;

import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;

/** One kind of thing of which shoppers want a unit, and the way to the service that decides. */
interface AdmissionTarget {

    CampaignPath path();

    AdmissionLanes lanes();

    /** Whether it is certain that there is nothing for this shopper. */
    default boolean hasNothingFor(long campaignId, Shopper shopper) {
        return false;
    }

    /** Whether it is certain that whoever shows no ticket gets nothing. */
    default boolean hasNothingWithoutTicket(long campaignId) {
        return false;
    }

    /** Whether clicks for it may be followed; then what becomes of them must tell of its stops. */
    default boolean mayBeFollowed() {
        return false;
    }

    /** Hears each answer of the service. */
    default void learn(long campaignId, Answer answer) {}
}
