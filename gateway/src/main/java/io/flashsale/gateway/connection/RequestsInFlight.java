package io.flashsale.gateway.connection;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Counts the requests of each client and of each network that are here at one time, from the end of their headers until their connections are free
 * again. It is for clients that a proxy brings, whose connections are the proxy's: the address is the one that a trusted proxy
 * names. What is too many is marked, and answered by the limit for addresses, so that the refusal looks like any other.
 */
public final class RequestsInFlight extends ValveBase {

    private static final String TOO_MANY = RequestsInFlight.class.getName() + ".tooMany";

    private final AddressShares clients;

    /** @param perNetwork of all addresses of a network */
    RequestsInFlight(int perAddress, int perNetwork) {
        super(true);
        this.clients = new AddressShares(perAddress, perNetwork);
    }

    /** Whether this request is one too many of its client; then nothing more is to be spent on it. */
    public static boolean areTooMany(HttpServletRequest request) {
        return request.getAttribute(TOO_MANY) != null;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        AddressShares.Share share = clients.take(request.getRemoteAddr());
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
