package io.flashsale.chaos.history;

/**
 * One thing that somebody asked for, once.
 *
 * @param user who asked; 0 for the administrator
 * @param target what it is about: a sale (RESERVE, RESTOCK), an order (PAY, CANCEL), a template (CLAIM)
 * @param amount units of a RESTOCK, the coupon of a PAY; 0 otherwise
 * @param begin when it was asked, in milliseconds since the round began
 * @param end when the outcome was known
 */
public record Operation(long user, Kind kind, long target, long amount, long begin, long end, Outcome outcome) {

    public enum Kind {
        RESERVE,
        PAY,
        CANCEL,
        CLAIM,
        RESTOCK
    }

    /** The order or coupon that was answered, as done or as the reason of the refusal; 0 if none was. */
    public long answered() {
        return switch (outcome) {
            case Outcome.Ok(long id) -> id;
            case Outcome.Refused(String _, long id) -> id;
            case Outcome.Undecided _ -> 0;
        };
    }

    /** Of a RESERVE: whether it was accepted, now or by an earlier request whose answer was lost. */
    public boolean isAccepted() {
        return outcome.isOk() || outcome.problem().equals("already-purchased");
    }

    /** A line of the history file. */
    public String line() {
        return begin + "," + end + "," + user + "," + kind + "," + target + "," + amount + "," + outcome.text();
    }
}
