package io.flashsale.chaos.report;

import io.flashsale.chaos.checker.Violation;
import io.flashsale.chaos.history.History;
import io.flashsale.chaos.nemesis.InjectedFault;
import java.util.List;

/**
 * What came of one round.
 *
 * @param injected the faults
 * @param violations empty if everything holds
 * @param healedAfter milliseconds from the end of the last fault until everything served again
 * @param convergedAfter milliseconds from then until everything held; -1 if that never happened
 * @param admittedLosses accepted reservations and claims that are lost, and that only Redis knew when it was wiped
 * @param command what runs the round once more
 */
public record RoundResult(
        int number,
        List<InjectedFault> injected,
        History history,
        List<Violation> violations,
        long healedAfter,
        long convergedAfter,
        int admittedLosses,
        String command) {

    public RoundResult {
        injected = List.copyOf(injected);
        violations = List.copyOf(violations);
    }

    public boolean holds() {
        return violations.isEmpty();
    }
}
