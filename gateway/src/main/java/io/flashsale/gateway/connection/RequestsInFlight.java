package io.flashsale.gateway.connection;

import io.flashsale.commons.quota.ClientQuota;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Counts the requests in flight of each client and each network, from the end of their headers until their
 * connections are free again.
 *
 * <p>It serves clients behind a proxy, which owns their connections: the address is the one that a trusted proxy
 * names. A request above the limit is only marked here. The limit for addresses refuses it, so that the refusal
 * looks like any other.
 */
public final class RequestsInFlight extends ValveBase {

    private static final String TOO_MANY = RequestsInFlight.class.getName() + ".tooMany";

    private final ClientQuota clients;

    /** @param perNetwork for all addresses of a network */
    RequestsInFlight(int perAddress, int perNetwork) {
        super(true);
        this.clients = new ClientQuota(perAddress, perNetwork);
    }

    /** Whether this request is above its client's limit; then nothing more must be spent on it. */
    public static boolean areTooMany(HttpServletRequest request) {
        return request.getAttribute(TOO_MANY) != null;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        ClientQuota.Share client = clients.of(request.getRemoteAddr());
        if (!client.take(1)) {
            request.setAttribute(TOO_MANY, Boolean.TRUE);
            getNext().invoke(request, response);
            return;
        }
        try {
            getNext().invoke(request, response);
        } finally {
            client.giveBack(1);
        }
    }
}
