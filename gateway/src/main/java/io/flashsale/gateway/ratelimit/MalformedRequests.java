package io.flashsale.gateway.ratelimit;

import io.flashsale.commons.network.ClientAddress;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Limits each address in what the server itself refuses, such as a malformed target or header, out of the bucket of all its
 * requests: no filter sees these. What is too many is answered with 429 in place of the 400. The connection ends either way.
 *
 * <p>The address is the one that a trusted proxy names, where the server has come as far as to read its header, and otherwise
 * that of the connection.
 */
final class MalformedRequests extends ValveBase {

    private final TokenBuckets<Object> addresses;
    private final RateLimited rateLimited;

    MalformedRequests(TokenBuckets<Object> addresses, RateLimited rateLimited) {
        super(true);
        this.addresses = addresses;
        this.rateLimited = rateLimited;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (response.isErrorReportRequired()) {
            long wait = addresses.take(ClientAddress.of(request.getRemoteAddr()));
            if (wait > 0) {
                rateLimited.byMalformed(request, response, wait);
            }
        }
        getNext().invoke(request, response);
    }
}
