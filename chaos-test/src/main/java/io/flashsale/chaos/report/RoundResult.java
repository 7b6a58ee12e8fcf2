package io.flashsale.chaos.report;

import io.flashsale.chaos.checker.Violation;
import io.flashsale.chaos.history.History;
import io.flashsale.chaos.nemesis.PlayedFault;
import java.util.List;

/**
 * What came of one round.
 *
 * @param played the faults
 * @param violations empty if everything holds
 * @param healedAfter milliseconds from the end of the last fault until everything served again
 * @param convergedAfter milliseconds from then until everything held; -1 if that never happened
 * @param admittedLosses accepted reservations and claims that are lost, and that only Redis knew when it was wiped
 * @param command what plays the round once more
 */
public record RoundResult(
        int number,
        List<PlayedFault> played,
        History history,
        List<Violation> violations,
        long healedAfter,
        long convergedAfter,
        int admittedLosses,
        String command) {

    public RoundResult {
        played = List.copyOf(played);
        violations = List.copyOf(violations);
    }

    public boolean holds() {
        return violations.isEmpty();
    }
}
