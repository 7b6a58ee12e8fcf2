package io.flashsale.commons.security;

import io.flashsale.commons.problem.ProblemResponses;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Refuses requests for the host of somebody else, with 421 (RFC 9110, section 15.5.20).
 *
 * <p>A foreign site can let its own name point at this machine (DNS rebinding). For the browser of our user, its page
 * and our API would then have the same origin, and the page could log in and read every answer. That holds for a
 * service like for the gateway if the browser can reach its port, as on a developer's machine.
 *
 * <p>Names without a dot, such as {@code localhost}, names below {@code localhost}, and addresses need no permission: no foreign
 * site can own them.
 */
final class OwnHosts extends ValveBase {

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[.*]");

    private final Set<String> hosts;
    private final ProblemResponses problems;

    /** @param hosts further names, without a port */
    OwnHosts(List<String> hosts, ProblemResponses problems) {
        super(true);
        this.hosts = hosts.stream().map(OwnHosts::plain).collect(Collectors.toUnmodifiableSet());
        this.problems = problems;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (isOurs(plain(request.getServerName()))) {
            getNext().invoke(request, response);
        } else {
            SecurityLog.refused(SecurityLog.Refusal.CROSS_SITE_REFUSED, request, 0);
            problems.write(response, ProblemType.MISDIRECTED_REQUEST);
        }
    }

    private boolean isOurs(String host) {
        return host.indexOf('.') < 0
                || host.endsWith(".localhost")
                || ADDRESS.matcher(host).matches()
                || hosts.contains(host);
    }

    /** In lower case, and without the dot with which a name may end. */
    private static String plain(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
