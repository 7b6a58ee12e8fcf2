package io.flashsale.gateway.ratelimit;

import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.refusal.Refusal;
import io.flashsale.gateway.refusal.Refusals;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;

/** Answers 429 with Retry-After, and counts refusals by limit. */
final class RateLimited {

    private final Refusal refusal;
    private final Counter byUser;
    private final Counter byAddress;
    private final Counter byMalformed;
    private final Counter byRequestsInFlight;
    private final Counter bySignIn;
    private final Counter bySignUp;

    RateLimited(Refusals refusals, MeterRegistry meters) {
        this.refusal = refusals.of(ProblemType.RATE_LIMITED);
        this.byUser = counter("user", meters);
        this.byAddress = counter("address", meters);
        this.byMalformed = counter("malformed", meters);
        this.byRequestsInFlight = counter("requests-in-flight", meters);
        this.bySignIn = counter("sign-in", meters);
        this.bySignUp = counter("sign-up", meters);
    }

    void byUser(HttpServletRequest request, HttpServletResponse response, long wait, Shopper shopper)
            throws IOException {
        SecurityLog.refused(SecurityLog.Refusal.RATE_LIMITED, request, shopper.id());
        answer(response, wait, byUser);
    }

    void byAddress(HttpServletRequest request, HttpServletResponse response, long wait) throws IOException {
        SecurityLog.refused(SecurityLog.Refusal.RATE_LIMITED, request, 0);
        answer(response, wait, byAddress);
    }

    /** Tells the server, which has refused the request and writes the answer, which refusal to write. */
    void byMalformed(HttpServletRequest request, HttpServletResponse response, long wait) {
        SecurityLog.refused(SecurityLog.Refusal.RATE_LIMITED, request, 0);
        byMalformed.increment();
        response.setStatus(ProblemType.RATE_LIMITED.status());
        response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(wait));
        response.setHeader(HttpHeaders.CONNECTION, "close"); // the server itself closes only after a 400
    }

    /** Says to retry after 1 s: no exact time is known, and some requests in flight may end soon. */
    void byRequestsInFlight(HttpServletRequest request, HttpServletResponse response) throws IOException {
        SecurityLog.refused(SecurityLog.Refusal.RATE_LIMITED, request, 0);
        answer(response, 1, byRequestsInFlight);
    }

    void bySignIn(HttpServletRequest request, HttpServletResponse response, long wait) throws IOException {
        SecurityLog.refused(SecurityLog.Refusal.RATE_LIMITED, request, 0);
        answer(response, wait, bySignIn);
    }

    void bySignUp(HttpServletRequest request, HttpServletResponse response, long wait) throws IOException {
        SecurityLog.refused(SecurityLog.Refusal.RATE_LIMITED, request, 0);
        answer(response, wait, bySignUp);
    }

    private void answer(HttpServletResponse response, long wait, Counter counter) throws IOException {
        counter.increment();
        refusal.retryAfter(wait).writeTo(response);
    }

    private static Counter counter(String limit, MeterRegistry meters) {
        return Counter.builder("flashsale.gateway.rate.limited")
                .description("requests that were answered 429")
                .tag("limit", limit)
                .register(meters);
    }
}
