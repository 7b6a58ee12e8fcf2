package io.flashsale.gateway.upstream;

import io.flashsale.commons.CorrelationIdFilter;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.hc.core5.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * The client for whom the gateway calls a service, for the service's logs.
 *
 * @param address the client's address as the gateway sees it, not as the client states it
 */
public record Caller(String address, @Nullable String correlationId) {

    public static Caller of(HttpServletRequest request) {
        return new Caller(
                request.getRemoteAddr(),
                request.getAttribute(CorrelationIdFilter.KEY) instanceof String correlationId ? correlationId : null);
    }

    /** Sets the headers that name the client, and removes any others that do. */
    public void nameIn(HttpRequest request) {
        request.setHeader("X-Forwarded-For", address);
        if (correlationId != null) {
            request.setHeader(CorrelationIdFilter.HEADER, correlationId);
        }
    }
}
