package io.flashsale.gateway.admission;

import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.security.TokenHolder;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.order.PaymentCall;
import io.flashsale.gateway.edge.EarlyAnswer;
import io.flashsale.gateway.edge.Refusals;
import io.flashsale.gateway.ratelimit.UserLimit;
import io.flashsale.gateway.routing.CampaignPath;
import io.flashsale.gateway.routing.RequestBody;
import io.flashsale.gateway.upstream.UpstreamException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * Shoppers' payments that name no coupon. They go to order-service in groups. Those that order-service leaves out of
 * a group, and all other payments, continue down the filter chain and are forwarded alone.
 */
record PlainPayments(AdmissionLanes<PaymentCall.Line> lanes, UserLimit userLimit, Refusals refusals)
        implements EarlyCall {

    private static final Logger log = LoggerFactory.getLogger(PlainPayments.class);

    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;
    private static final CampaignPath PATH = CampaignPath.of("/api/orders/{id}/payment");

    @Override
    public CampaignPath path() {
        return PATH;
    }

    @Override
    public boolean isAnswered(
            long orderId, TokenHolder person, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Shopper shopper = person.shopper();
        // Administrators' changes are logged further down the chain.
        if (!person.isShopper() || !isPlain(request) || !userLimit.counts(shopper, request)) {
            return false;
        }
        try {
            Answer answer = lanes.ask(new PaymentCall.Line(orderId, shopper.id()));
            if (answer.status() == PaymentCall.ALONE) {
                return false;
            }
            EarlyAnswer.begin(request, response, PATH.pattern());
            EarlyAnswer.write(answer, response);
        } catch (UpstreamException noAnswer) {
            log.debug("no answer to a payment: {}", noAnswer.getMessage());
            EarlyAnswer.begin(request, response, PATH.pattern());
            refusals.of(noAnswer.problem()).writeTo(response);
        }
        return true;
    }

    /** Whether a group can have it. */
    private static boolean isPlain(HttpServletRequest request) {
        String type = request.getContentType();
        String accepted = request.getHeader(HttpHeaders.ACCEPT);
        return RequestBody.isNone(request)
                && request.getQueryString() == null
                && (type == null || type.contains(JSON))
                && (accepted == null || accepted.contains(JSON) || accepted.contains(MediaType.ALL_VALUE));
    }
}
