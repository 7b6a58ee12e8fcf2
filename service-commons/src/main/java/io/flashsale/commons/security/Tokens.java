package io.flashsale.commons.security;

/** What our tokens say, and where. */
public final class Tokens {

    /** The role of the holder: SHOPPER, ADMIN, or SERVICE for calls between services. */
    public static final String ROLE_CLAIM = "role";

    public static final String USERNAME_CLAIM = "username";

    public static final String SHOPPER = "SHOPPER";
    public static final String ADMIN = "ADMIN";
    public static final String SERVICE = "SERVICE";

    private Tokens() {}
}
