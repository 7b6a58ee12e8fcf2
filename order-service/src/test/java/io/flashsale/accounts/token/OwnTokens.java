package io.flashsale.accounts.token;

import java.time.Duration;

/** Tokens of this service that belong to no account, for tests. */
public final class OwnTokens {

    private OwnTokens() {}

    public static String ofGateway(JwtIssuer issuer) {
        return issuer.forGateway(Duration.ofMinutes(5)).value();
    }
}
