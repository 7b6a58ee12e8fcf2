package io.flashsale.contracts.reservation;

/**
 * The response header by which stock-service tells the gateway what it knows of the whole sale besides answering one
 * shopper. The gateway takes it off.
 */
public final class SaleStateHeader {

    public static final String NAME = "X-Sale-State";

    /** The value that goes with the refusal {@code sold-out}: nothing is left for anybody else either. */
    public static final String SOLD_OUT = "SOLD_OUT";

    /** The value that goes with all refusals of tickets, and of who shows none: nobody else buys without a ticket either. */
    public static final String BY_TICKET = "BY_TICKET";

    private SaleStateHeader() {}
}
