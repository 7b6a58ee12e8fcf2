package io.flashsale.gateway.upstream;

import io.flashsale.commons.correlation.CorrelationIdFilter;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.hc.core5.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * In whose name a service is called, as its logs are to tell it.
 *
 * @param address where the request came from, as the gateway sees it, whatever the caller says about it
 */
public record Caller(String address, @Nullable String correlationId) {

    public static Caller of(HttpServletRequest request) {
        return new Caller(
                request.getRemoteAddr(),
                request.getAttribute(CorrelationIdFilter.KEY) instanceof String correlationId ? correlationId : null);
    }

    /** Names the caller in the headers of a request to a service, and nobody else. */
    public void nameIn(HttpRequest request) {
        request.setHeader("X-Forwarded-For", address);
        if (correlationId != null) {
            request.setHeader(CorrelationIdFilter.HEADER, correlationId);
        }
    }
}
