package io.flashsale.gateway.admission;

import io.flashsale.commons.CorrelationIdFilter;
import io.flashsale.commons.tracing.FollowedClick;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Notes what becomes of those clicks that are followed on their way through the shop. */
record FollowedAdmission(Admitting admission, OrderTrace trace) implements Admitting {

    @Override
    public @Nullable ProblemType answer(UnitRequest asked, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Optional<FollowedClick> followed = asked.target().mayBeFollowed() ? trace.begin() : Optional.empty();
        if (followed.isEmpty()) {
            return admission.answer(asked, request, response);
        }
        FollowedClick click = followed.get();
        CorrelationIdFilter.setOn(request, response, click.traceParent().toString());
        click.note("user", Long.toString(asked.shopper().id())).note("sale", Long.toString(asked.campaignId()));
        String status = "broken off"; // until there is an answer, the response has a status of success
        try {
            ProblemType refusal = admission.answer(asked, request, response);
            status = Integer.toString(response.getStatus());
            if (refusal != null) {
                click.note("refusal", refusal.slug());
            }
            return refusal;
        } finally {
            click.note("status", status).end();
        }
    }
}
