package io.flashsale.gateway.routing;

import io.flashsale.commons.correlation.CorrelationIdFilter;
import io.flashsale.commons.problem.AnswerHeaders;
import io.flashsale.commons.security.CurrentUser;
import io.flashsale.contracts.reservation.SaleStateHeader;
import io.flashsale.gateway.upstream.Caller;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.springframework.http.HttpHeaders;

/**
 * Decides which headers travel through the gateway. It drops:
 * <ul>
 *   <li>hop-by-hop headers of one connection (RFC 9110, 7.6.1);
 *   <li>headers that frame the body, which the gateway frames anew;
 *   <li>headers by which a caller could pretend to be somebody else, or have their clicks followed.
 * </ul>
 */
final class ProxyHeaders {

    private static final Set<String> HOP_BY_HOP = caseless(
            "Connection",
            "Keep-Alive",
            "Proxy-Connection",
            "Proxy-Authenticate",
            "Proxy-Authorization",
            "TE",
            "Trailer",
            "Transfer-Encoding",
            "Upgrade",
            "Content-Length");

    private static final Set<String> NOT_FORWARDED = caseless(
            "Host",
            "Expect",
            "Forwarded",
            "X-Real-IP",
            "Cookie",
            "traceparent",
            "tracestate",
            "baggage",
            CorrelationIdFilter.HEADER);

    private static final Set<String> NOT_RETURNED = caseless(CorrelationIdFilter.HEADER, SaleStateHeader.NAME);

    private ProxyHeaders() {}

    static void copy(HttpServletRequest from, ClassicHttpRequest to) {
        Set<String> named = named(from.getHeaders("Connection"));
        for (Enumeration<String> names = from.getHeaderNames(); names.hasMoreElements(); ) {
            String name = names.nextElement();
            if (HOP_BY_HOP.contains(name)
                    || NOT_FORWARDED.contains(name)
                    || named.contains(name)
                    || name.regionMatches(true, 0, "X-Forwarded-", 0, 12)) {
                continue;
            }
            for (Enumeration<String> values = from.getHeaders(name); values.hasMoreElements(); ) {
                to.addHeader(name, values.nextElement());
            }
        }
        if (from.getHeader(HttpHeaders.AUTHORIZATION) == null) {
            addTokenOfSession(to);
        }
        Caller.of(from).nameIn(to); // the caller's own statement was dropped above
    }

    /**
     * Services accept tokens in the Authorization header only; the session cookie stays between the browser and the
     * gateway.
     */
    private static void addTokenOfSession(ClassicHttpRequest to) {
        CurrentUser.token()
                .ifPresent(token -> to.setHeader(HttpHeaders.AUTHORIZATION, "Bearer " + token.getTokenValue()));
    }

    static void copy(ClassicHttpResponse from, HttpServletResponse to) {
        Set<String> named = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (Header connection : from.getHeaders("Connection")) {
            addNames(connection.getValue(), named);
        }
        for (Header header : from.getHeaders()) {
            String name = header.getName();
            if (!HOP_BY_HOP.contains(name) && !NOT_RETURNED.contains(name) && !named.contains(name)) {
                put(name, header.getValue(), to);
            }
        }
    }

    private static void put(String name, String value, HttpServletResponse to) {
        if (AnswerHeaders.include(name)) {
            to.setHeader(name, value); // replaces the gateway's own header
        } else {
            to.addHeader(name, value);
        }
    }

    /** The hop-by-hop headers that a Connection header names. */
    private static Set<String> named(Enumeration<String> connection) {
        return connection.hasMoreElements() ? allNames(connection) : Set.of();
    }

    private static Set<String> allNames(Enumeration<String> connection) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        while (connection.hasMoreElements()) {
            addNames(connection.nextElement(), names);
        }
        return names;
    }

    private static void addNames(String connection, Set<String> names) {
        for (String name : connection.split(",", -1)) {
            names.add(name.strip().toLowerCase(Locale.ROOT));
        }
    }

    private static Set<String> caseless(String... names) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        set.addAll(Set.of(names));
        return set;
    }
}
