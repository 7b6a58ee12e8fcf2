package io.flashsale.chaos.checker;

/**
 * One request of a user.
 *
 * @param user 0 for the administrator
 * @param target a sale (RESERVE, RESTOCK, CHANGE), an order (PAY, CANCEL) or a template (CLAIM)
 * @param amount units of a RESTOCK, the price of a CHANGE, the coupon of a PAY; 0 otherwise
 * @param begin when it was sent, in milliseconds since the start of the round
 * @param end when the outcome was known, likewise
 */
public record Operation(
        long user, Kind kind, long target, long amount, long begin, long end, OperationOutcome outcome) {

    public enum Kind {
        RESERVE,
        PAY,
        CANCEL,
        CLAIM,
        RESTOCK,
        CHANGE
    }

    /** The order or coupon in the answer, see {@link OperationOutcome#id}; 0 if there is none. */
    public long answered() {
        return outcome.id();
    }

    /** For a RESERVE: whether it was accepted, now or by an earlier request whose answer was lost. */
    public boolean isAccepted() {
        return outcome.isOk() || outcome.problem().equals("already-purchased");
    }

    /** The line in the history file. */
    public String line() {
        return begin + "," + end + "," + user + "," + kind + "," + target + "," + amount + "," + outcome.text();
    }
}
