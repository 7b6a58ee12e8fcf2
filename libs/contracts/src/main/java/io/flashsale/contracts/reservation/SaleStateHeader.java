package io.flashsale.contracts.reservation;

/** A response header in which stock-service tells the gateway the state of the whole sale. The gateway removes it. */
public final class SaleStateHeader {

    public static final String NAME = "X-Sale-State";

    /** Sent with the refusal {@code sold-out}: nothing is left for other shoppers either. */
    public static final String SOLD_OUT = "SOLD_OUT";

    /** Sent when a ticket is refused or missing: no shopper can buy without one. */
    public static final String BY_TICKET = "BY_TICKET";

    private SaleStateHeader() {}
}
