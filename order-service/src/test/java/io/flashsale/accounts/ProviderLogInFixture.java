package io.flashsale.accounts;

import com.nimbusds.jwt.SignedJWT;
import io.flashsale.accounts.testing.OpenIdProvider;
import io.flashsale.accounts.testing.ProviderVisitor;
import io.flashsale.accounts.token.JwtIssuer;
import io.flashsale.accounts.token.OwnTokens;
import io.flashsale.order.OrderServiceFixture;
import java.net.URI;
import java.text.ParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.web.util.UriComponentsBuilder;

/** Logs in with an OpenID provider at further instances of order-service, as gateway and browser do. */
abstract class ProviderLogInFixture extends OrderServiceFixture {

    static final String REDIRECT_URI = "http://127.0.0.1:9999/api/session/provider/callback";

    @Autowired
    JwtIssuer issuer;

    /** The settings of an instance for this provider. */
    static Map<String, String> settings(String issuer) {
        return Map.of(
                "flashsale.accounts.provider.issuer",
                issuer,
                "flashsale.accounts.provider.name",
                "Example ID",
                "flashsale.accounts.provider.client-id",
                OpenIdProvider.CLIENT_ID,
                "flashsale.accounts.provider.client-secret",
                OpenIdProvider.CLIENT_SECRET,
                "flashsale.accounts.provider.redirect-uri",
                REDIRECT_URI,
                "flashsale.accounts.provider.admin-claim",
                OpenIdProvider.GROUPS,
                "flashsale.accounts.provider.admin-value",
                OpenIdProvider.ADMINISTRATORS,
                "flashsale.accounts.provider.answer-timeout",
                "5m");
    }

    /** Calls as the gateway does. */
    Answer ask(int port, String path, Map<String, String> body) {
        return callAt(port, "POST", path, OwnTokens.ofGateway(issuer), json.writeValueAsString(body));
    }

    /** What the browser brings back after the user has logged in at the provider. */
    Map<String, String> returning(Answer begun, String username) {
        assertStatus(begun, 200);
        URI back =
                new ProviderVisitor().logsIn(begun.text("location"), username, OpenIdProvider.PASSWORD, REDIRECT_URI);
        Map<String, String> returned = new HashMap<>(
                UriComponentsBuilder.fromUri(back).build().getQueryParams().toSingleValueMap());
        returned.keySet().retainAll(List.of("code", "state", "error"));
        returned.put("attempt", begun.text("attempt"));
        return returned;
    }

    static String claim(Answer loggedIn, String name) throws ParseException {
        return String.valueOf(
                SignedJWT.parse(loggedIn.text("token")).getJWTClaimsSet().getClaim(name));
    }
}
