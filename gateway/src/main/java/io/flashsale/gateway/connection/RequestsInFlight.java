package io.flashsale.gateway.connection;

import io.flashsale.commons.network.ClientAddress;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Counts the requests of each client that are here at one time, from the end of their headers until their connections are free
 * again. It is for clients that a proxy brings, whose connections are the proxy's: the address is the one that a trusted proxy
 * names. What is too many is marked, and answered by the limit for addresses, so that the refusal looks like any other.
 */
public final class RequestsInFlight extends ValveBase {

    private static final String TOO_MANY = RequestsInFlight.class.getName() + ".tooMany";

    private final ClientShares clients;

    RequestsInFlight(int perAddress) {
        super(true);
        this.clients = new ClientShares(perAddress);
    }

    /** Whether this request is one too many of its client; then nothing more is to be spent on it. */
    public static boolean areTooMany(HttpServletRequest request) {
        return request.getAttribute(TOO_MANY) != null;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        ClientShares.Share share = clients.take(ClientAddress.of(request.getRemoteAddr()));
        if (share == null) {
            request.setAttribute(TOO_MANY, Boolean.TRUE);
            getNext().invoke(request, response);
            return;
        }
        try {
            getNext().invoke(request, response);
        } finally {
            share.giveBack();
        }
    }
}
