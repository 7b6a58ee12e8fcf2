package io.flashsale.commons.security;

import java.time.Duration;

/** Names and rules of our tokens. */
public final class Tokens {

    /** The issuer ({@code iss}) of all tokens; not a URL, because nothing looks it up. */
    public static final String ISSUER = "flash-sale";

    /** The role of the holder: SHOPPER, ADMIN, SERVICE for calls between services, or GATEWAY for those of the gateway. */
    public static final String ROLE_CLAIM = "role";

    public static final String USERNAME_CLAIM = "username";

    /** Increases when all sessions of the account end: tokens with a lower one are invalid. */
    public static final String VERSION_CLAIM = "ver";

    /** When the account was opened, in seconds since 1970; some tokens lack it. */
    public static final String SINCE_CLAIM = "since";

    /** True if the account has no password, because a provider vouches for its user; other tokens lack it. */
    public static final String NO_PASSWORD_CLAIM = "no_password";

    public static final String SHOPPER = "SHOPPER";
    public static final String ADMIN = "ADMIN";
    public static final String SERVICE = "SERVICE";

    /**
     * May send admissions, payments and log-ins with a provider, and ask for ended sessions. No more: strangers reach the
     * gateway first.
     */
    public static final String GATEWAY = "GATEWAY";

    /** Where order-service gives the gateway its token, in exchange for the gateway's secret. */
    public static final String GATEWAY_TOKEN_PATH = "/oauth2/token";

    /** The audience ({@code aud}) of persons' tokens. Services' tokens name the service that they are for. */
    public static final String SHOP_AUDIENCE = "shop";

    /** How long an expired token is still accepted, since clocks differ. */
    public static final Duration EXPIRY_LEEWAY = Duration.ofSeconds(5);

    /** How long a revoked token is remembered after its expiry: longer than any service accepts it. */
    public static final Duration REMEMBERED_AFTER_EXPIRY = Duration.ofMinutes(1);

    private Tokens() {}
}
