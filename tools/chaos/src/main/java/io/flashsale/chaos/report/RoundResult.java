package io.flashsale.chaos.report;

import io.flashsale.chaos.checker.History;
import io.flashsale.chaos.checker.Violation;
import io.flashsale.chaos.checker.Violation.Kind;
import io.flashsale.chaos.nemesis.InjectedFault;
import java.util.List;

/**
 * The result of one round.
 *
 * @param injected the faults.
 * @param violations empty if everything holds.
 * @param healedAfter milliseconds from the end of the last fault until everything served again.
 * @param convergedAfter milliseconds from then until everything held; -1 if it never did.
 * @param command that repeats the round.
 */
public record RoundResult(
        int number,
        List<InjectedFault> injected,
        History history,
        List<Violation> violations,
        long healedAfter,
        long convergedAfter,
        String command) {

    public RoundResult {
        injected = List.copyOf(injected);
        violations = List.copyOf(violations);
    }

    /** A round that could not begin on the system that the previous round left. */
    public static RoundResult ofUnusableSystem(int number, String why, String command) {
        return new RoundResult(
                number, List.of(), new History(), List.of(new Violation(Kind.NOT_SELLING, why)), 0, -1, command);
    }

    /** The number of faults that happened; a fault may find nothing to break. */
    public long faults() {
        return injected.stream().filter(InjectedFault::isDone).count();
    }

    public boolean holds() {
        return violations.isEmpty();
    }
}
