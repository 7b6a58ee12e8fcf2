package io.flashsale.commons.security;

import java.time.Duration;

/** What our tokens say, and where. */
public final class Tokens {

    /** The role of the holder: SHOPPER, ADMIN, SERVICE for calls between services, or GATEWAY for those of the gateway. */
    public static final String ROLE_CLAIM = "role";

    public static final String USERNAME_CLAIM = "username";

    /** Counts up when all sessions of the account end: tokens with a lower one are worthless. */
    public static final String VERSION_CLAIM = "ver";

    /** When the account was opened, in seconds since 1970; not in every token. */
    public static final String SINCE_CLAIM = "since";

    public static final String SHOPPER = "SHOPPER";
    public static final String ADMIN = "ADMIN";
    public static final String SERVICE = "SERVICE";

    /** May have shoppers admitted, and nothing else: the gateway is what strangers reach first. */
    public static final String GATEWAY = "GATEWAY";

    /** Where order-service gives the gateway its token, for the gateway's secret. */
    public static final String GATEWAY_TOKEN_PATH = "/oauth2/token";

    /** The audience ({@code aud}) of the tokens of persons. Those of services name the services that they are for. */
    public static final String SHOP_AUDIENCE = "shop";

    /** For so long after it has expired a token is taken still, since clocks differ. */
    public static final Duration EXPIRY_LEEWAY = Duration.ofSeconds(5);

    /** For so long after it would have expired a token that was given up is remembered: longer than anybody takes it. */
    public static final Duration REMEMBERED_AFTER_EXPIRY = Duration.ofMinutes(1);

    private Tokens() {}
}
