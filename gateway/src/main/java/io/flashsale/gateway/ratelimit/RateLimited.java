package io.flashsale.gateway.ratelimit;

import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.edge.Refusal;
import io.flashsale.gateway.edge.RefusalPages;
import io.flashsale.gateway.edge.Refusals;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/** Answers 429 with Retry-After, or leads to a page that says it, and counts refusals by limit. */
@Component
class RateLimited {

    enum Excess {
        USER,
        ADDRESS,
        MALFORMED,
        REQUESTS_IN_FLIGHT,
        SIGN_IN,
        SIGN_UP,
        CLAIM
    }

    private final Refusal refusal;
    private final RefusalPages pages;
    private final Map<Excess, Counter> refused = new EnumMap<>(Excess.class);

    RateLimited(Refusals refusals, RefusalPages pages, MeterRegistry meters) {
        this.refusal = refusals.of(ProblemType.RATE_LIMITED);
        this.pages = pages;
        for (Excess excess : Excess.values()) {
            refused.put(
                    excess,
                    Counter.builder("flashsale.gateway.rate.limited")
                            .description("requests that were refused by a limit")
                            .tag("limit", excess.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                            .register(meters));
        }
    }

    /**
     * Refuses the request if it has to wait. If so, the response is complete, with 429 or a page that says it.
     *
     * @param wait seconds until a retry may succeed; 0 if the request is within the limit
     * @param account of the token; 0 if there is none
     */
    boolean refuses(Excess excess, long wait, HttpServletRequest request, HttpServletResponse response, long account)
            throws IOException {
        if (wait > 0) {
            note(excess, request, account);
            Optional<String> page = pages.pageFor(request, ProblemType.RATE_LIMITED);
            if (page.isPresent()) {
                leadTo(page.get(), response);
            } else {
                refusal.retryAfter(wait).writeTo(response);
            }
        }
        return wait > 0;
    }

    private static void leadTo(String page, HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_SEE_OTHER);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setHeader(HttpHeaders.LOCATION, page);
    }

    /** Tells the server, which has refused the request and writes the answer, which refusal to write. */
    void refuseMalformed(HttpServletRequest request, HttpServletResponse response, long wait) {
        note(Excess.MALFORMED, request, 0);
        response.setStatus(ProblemType.RATE_LIMITED.status());
        response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(wait));
        response.setHeader(HttpHeaders.CONNECTION, "close"); // the server itself closes only after a 400
    }

    private void note(Excess excess, HttpServletRequest request, long account) {
        SecurityLog.refused(SecurityLog.Refusal.RATE_LIMITED, request, account);
        Objects.requireNonNull(refused.get(excess)).increment();
    }
}
