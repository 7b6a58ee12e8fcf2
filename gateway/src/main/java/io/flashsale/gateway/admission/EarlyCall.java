package io.flashsale.gateway.admission;

import io.flashsale.commons.security.TokenHolder;
import io.flashsale.gateway.routing.CampaignPath;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** One kind of call that is answered ahead of Spring Security and Spring MVC. */
interface EarlyCall {

    CampaignPath path();

    /**
     * Answers the call of a person. Returns false if the request has to continue down the filter chain;
     * then the response is untouched.
     *
     * @param id the one in the path
     */
    boolean isAnswered(long id, TokenHolder person, HttpServletRequest request, HttpServletResponse response)
            throws IOException;
}
