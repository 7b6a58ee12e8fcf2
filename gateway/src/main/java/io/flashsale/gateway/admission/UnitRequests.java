package io.flashsale.gateway.admission;

import io.flashsale.commons.security.TokenHolder;
import io.flashsale.gateway.edge.EarlyAnswer;
import io.flashsale.gateway.routing.CampaignPath;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Requests for units of one kind of campaign. All of them are answered here. */
record UnitRequests(AdmissionTarget target, Admitting admission) implements EarlyCall {

    @Override
    public CampaignPath path() {
        return target.path();
    }

    @Override
    public boolean isAnswered(
            long campaignId, TokenHolder person, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        EarlyAnswer.begin(request, response, path().pattern());
        admission.answer(new Admitting.UnitRequest(target, campaignId, person.shopper()), request, response);
        return true;
    }
}
