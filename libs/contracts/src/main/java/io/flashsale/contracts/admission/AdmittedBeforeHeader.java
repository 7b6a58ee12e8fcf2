package io.flashsale.contracts.admission;

/**
 * A response header in which stock-service or coupon-service tells the gateway that the request repeats one that was
 * admitted, and has got nothing new. The gateway removes it.
 */
public final class AdmittedBeforeHeader {

    public static final String NAME = "X-Admitted-Before";

    /** The only value. */
    public static final String YES = "true";

    private AdmittedBeforeHeader() {}
}
