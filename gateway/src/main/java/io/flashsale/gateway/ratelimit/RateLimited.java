package io.flashsale.gateway.ratelimit;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.refusal.Refusal;
import io.flashsale.gateway.refusal.Refusals;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Says 429 and when to come back, and counts by which limit. */
final class RateLimited {

    private final Refusal refusal;
    private final Counter byUser;
    private final Counter byAddress;
    private final Counter bySignIn;

    RateLimited(Refusals refusals, MeterRegistry meters) {
        this.refusal = refusals.of(ProblemType.RATE_LIMITED);
        this.byUser = counter("user", meters);
        this.byAddress = counter("address", meters);
        this.bySignIn = counter("sign-in", meters);
    }

    void byUser(HttpServletResponse response, long wait) throws IOException {
        answer(response, wait, byUser);
    }

    void byAddress(HttpServletResponse response, long wait) throws IOException {
        answer(response, wait, byAddress);
    }

    void bySignIn(HttpServletResponse response, long wait) throws IOException {
        answer(response, wait, bySignIn);
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
