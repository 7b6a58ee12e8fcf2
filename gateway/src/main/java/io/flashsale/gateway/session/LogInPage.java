package io.flashsale.gateway.session;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.edge.RefusalPages;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * The page that says why a log-in with a provider has opened no session. It gets back the page that the shopper wanted,
 * and opens it after the next try if it is one of the shop.
 */
@Component
final class LogInPage implements RefusalPages {

    private static final String CALLBACK = ProviderSessionController.PATH + ProviderSessionController.CALLBACK;

    private final SessionCookie cookie;

    LogInPage(SessionCookie cookie) {
        this.cookie = cookie;
    }

    /** The address of the page that says this to the browser that the provider has sent back. */
    String saying(String problemType, HttpServletRequest callback) {
        String wanted = cookie.readWanted(callback);
        String then = wanted.equals("/") ? "" : "&then=" + URLEncoder.encode(wanted, StandardCharsets.UTF_8);
        return "/login?refused=" + problemType + then;
    }

    @Override
    public Optional<String> pageFor(HttpServletRequest refused, ProblemType why) {
        return refused.getServletPath().equals(CALLBACK) ? Optional.of(saying(why.slug(), refused)) : Optional.empty();
    }
}
