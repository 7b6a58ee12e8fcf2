package io.flashsale.gateway.admission;

import io.flashsale.commons.CorrelationIdFilter;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.admission.AdmissionCall.Line;
import io.flashsale.contracts.admission.AdmittedBeforeHeader;
import io.flashsale.contracts.admission.IdempotencyKeyHeader;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.reservation.PurchasePriceHeader;
import io.flashsale.contracts.reservation.PurchaseTicketHeader;
import io.flashsale.gateway.edge.EarlyAnswer;
import io.flashsale.gateway.edge.Refusals;
import io.flashsale.gateway.ratelimit.Repetition;
import io.flashsale.gateway.ratelimit.UserLimit;
import io.flashsale.gateway.routing.RequestBodies;
import io.flashsale.gateway.routing.RequestBody;
import io.flashsale.gateway.upstream.UpstreamException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Refuses what the gateway itself can refuse, and asks the service about everything else. */
record GatewayAdmission(UserLimit userLimit, Refusals refusals, RequestBodies bodies) implements Admitting {

    private static final Logger log = LoggerFactory.getLogger(GatewayAdmission.class);

    @Override
    public @Nullable ProblemType answer(UnitRequest asked, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        return userLimit.allows(asked.shopper(), request, response)
                ? admit(asked, request, response)
                : ProblemType.RATE_LIMITED;
    }

    private @Nullable ProblemType admit(UnitRequest asked, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ProblemType fault = faultOfBody(request, response);
        if (fault != null) {
            return fault;
        }
        AdmissionTarget target = asked.target();
        if (target.hasNothingFor(asked.campaignId(), asked.shopper())) {
            return refuse(ProblemType.SOLD_OUT, response);
        }
        String ticket = ticket(request);
        if (!mayBeOne(ticket) && target.hasNothingWithoutTicket(asked.campaignId())) {
            return refuse(ProblemType.TICKET_REQUIRED, response);
        }
        String price = request.getHeader(PurchasePriceHeader.NAME);
        OptionalLong cents = price == null ? OptionalLong.empty() : PurchasePriceHeader.centsOf(price);
        String key = request.getHeader(IdempotencyKeyHeader.NAME);
        if (price != null && cents.isEmpty() || key != null && !IdempotencyKeyHeader.isWellFormed(key)) {
            return refuse(ProblemType.INVALID_REQUEST, response);
        }
        Line line = new Line(
                asked.campaignId(),
                asked.shopper().id(),
                (String) request.getAttribute(CorrelationIdFilter.KEY),
                ticket,
                price == null ? null : cents.getAsLong(),
                key);
        try {
            Answer answer = target.lanes().ask(line);
            target.learn(asked.campaignId(), answer);
            if (answer.headers().containsKey(AdmittedBeforeHeader.NAME)) {
                Repetition.mark(request);
            }
            EarlyAnswer.write(answer, response);
            return null;
        } catch (UpstreamException noAnswer) {
            log.debug("{}: no answer: {}", target.path().pattern(), noAnswer.getMessage());
            return refuse(noAnswer.problem(), response);
        }
    }

    /** Refuses a body that may not be sent. Its content has no meaning here and is not kept. */
    private @Nullable ProblemType faultOfBody(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        try (RequestBody body = bodies.read(request)) {
            ProblemType fault = body.fault();
            return fault == null ? null : refuse(fault, response);
        }
    }

    private ProblemType refuse(ProblemType problem, HttpServletResponse response) throws IOException {
        refusals.of(problem).writeTo(response);
        return problem;
    }

    /** Whether it looks like a ticket; only stock-service knows whether it is one. */
    private static boolean mayBeOne(@Nullable String ticket) {
        return ticket != null && ticket.startsWith(PurchaseTicketHeader.BEGINNING);
    }

    /** The ticket as sent; one that is too long is cut, but stays too long. */
    private static @Nullable String ticket(HttpServletRequest request) {
        String shown = request.getHeader(PurchaseTicketHeader.NAME);
        return shown == null || shown.length() <= PurchaseTicketHeader.MAX_LENGTH
                ? shown
                : shown.substring(0, PurchaseTicketHeader.MAX_LENGTH + 1);
    }
}
