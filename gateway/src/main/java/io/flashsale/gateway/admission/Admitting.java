package io.flashsale.gateway.admission;

import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Answers a shopper's request for a unit. */
interface Admitting {

    /** A verified shopper asks for a unit of a campaign. */
    record UnitRequest(AdmissionTarget target, long campaignId, Shopper shopper) {}

    /** Writes the response. Returns the reason if the gateway itself refuses; null otherwise. */
    @Nullable
    ProblemType answer(UnitRequest asked, HttpServletRequest request, HttpServletResponse response) throws IOException;
}
