package io.flashsale.gateway.routing;

import io.flashsale.commons.CorrelationIdFilter;
import io.flashsale.commons.problem.AnswerHeaders;
import io.flashsale.commons.security.CurrentUser;
import io.flashsale.contracts.admission.AdmittedBeforeHeader;
import io.flashsale.contracts.reservation.SaleStateHeader;
import io.flashsale.gateway.upstream.Caller;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
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

    private static final Set<String> NOT_RETURNED =
            caseless(CorrelationIdFilter.HEADER, SaleStateHeader.NAME, AdmittedBeforeHeader.NAME);

    private ProxyHeaders() {}

    static void copy(HttpServletRequest from, ClassicHttpRequest to) {
        Set<String> named = named(Collections.list(from.getHeaders("Connection")));
        for (String name : Collections.list(from.getHeaderNames())) {
            if (HOP_BY_HOP.contains(name)
                    || NOT_FORWARDED.contains(name)
                    || named.contains(name)
                    || name.regionMatches(true, 0, "X-Forwarded-", 0, 12)) {
                continue;
            }
            Collections.list(from.getHeaders(name)).forEach(value -> to.addHeader(name, value));
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
        Set<String> named = named(
                Stream.of(from.getHeaders("Connection")).map(Header::getValue).toList());
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

    /** The hop-by-hop headers that Connection headers name. */
    private static Set<String> named(List<String> connections) {
        return connections.isEmpty()
                ? Set.of()
                : caseless(connections.stream()
                        .flatMap(names -> Stream.of(names.split(",", -1)))
                        .map(String::strip)
                        .toArray(String[]::new));
    }

    private static Set<String> caseless(String... names) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        Collections.addAll(set, names);
        return set;
    }
}
