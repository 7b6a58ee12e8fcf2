package io.flashsale.auditor.finding;

import java.util.List;

/** The invariants of docs/invariants.md that the databases can show. (I7 is about access to data.) */
public enum Invariant {
    I1(true, "initial + added = available + deducted - released, in MySQL"),
    I2(true, "available >= 0 in MySQL and in Redis, and never more sold than there was"),
    I3(true, "no more active orders of a user than the sale allows"),
    I4(false, "every reservation answered 202 ends as exactly one order"),
    I5(false, "Redis stock = MySQL available; Redis holders = active orders; price and window are the sale's"),
    I6(false, "one DEDUCT for each order that holds stock, one RELEASE for each that closed"),
    I8(true, "claimed <= quantity, and as many coupons as claimed; Redis says the same"),
    I9(true, "nobody has more coupons of a template than it allows"),
    I10(true, "each coupon is unused, reserved by one order, or used by one paid order"),
    I11(false, "each charge, by the provider's own records, paid one order or goes back once"),
    I12(false, "where a sale asks for tickets, each order has one, its own, issued before and used once");

    private final boolean always;
    private final String statement;

    Invariant(boolean always, String statement) {
        this.always = always;
        this.statement = statement;
    }

    /** The invariants of sales. */
    public static List<Invariant> ofSales() {
        return List.of(I1, I2, I3, I4, I5, I6, I11, I12);
    }

    /** The invariants of coupon templates. */
    public static List<Invariant> ofCoupons() {
        return List.of(I4, I8, I9, I10);
    }

    /** Whether it holds at every moment; the others hold once the queues are drained. */
    public boolean always() {
        return always;
    }

    public String statement() {
        return statement;
    }
}
