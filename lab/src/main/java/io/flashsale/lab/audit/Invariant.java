package io.flashsale.lab.audit;

/** The invariants of docs/invariants.md that can be read off the books. (I7 is about who may see what.) */
public enum Invariant {
    I1(true, "initial + added = available + deducted - released, in MySQL"),
    I2(true, "available >= 0 in MySQL and in Redis, and never more sold than there was"),
    I3(true, "at most one active order for a user and sale"),
    I4(false, "every reservation answered 202 ends as exactly one order"),
    I5(false, "Redis stock = MySQL available; Redis holders = users with an active order"),
    I6(false, "one DEDUCT for each order that holds stock, one RELEASE for each that closed");

    private final boolean always;
    private final String statement;

    Invariant(boolean always, String statement) {
        this.always = always;
        this.statement = statement;
    }

    /** Whether it holds at every moment; the others hold once the queues are drained. */
    public boolean always() {
        return always;
    }

    public String statement() {
        return statement;
    }
}
