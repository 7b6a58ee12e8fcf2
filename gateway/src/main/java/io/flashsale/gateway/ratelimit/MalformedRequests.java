package io.flashsale.gateway.ratelimit;

import io.flashsale.commons.quota.ClientAddress;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Limits how many malformed requests one address may send.
 *
 * <p>The server refuses a malformed target or header before any filter runs, so this valve counts such requests in
 * the address's general bucket. Above the limit it answers 429 instead of 400. The connection ends either way.
 *
 * <p>The address is the one that a trusted proxy names, if the server got far enough to read that header. Otherwise
 * it is the address of the connection.
 */
final class MalformedRequests extends ValveBase {

    private final TokenBuckets addresses;
    private final RateLimited rateLimited;

    MalformedRequests(TokenBuckets addresses, RateLimited rateLimited) {
        super(true);
        this.addresses = addresses;
        this.rateLimited = rateLimited;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (response.isErrorReportRequired()) {
            long wait = addresses.take(ClientAddress.of(request.getRemoteAddr()));
            if (wait > 0) {
                rateLimited.refuseMalformed(request, response, wait);
            }
        }
        getNext().invoke(request, response);
    }
}
