package io.flashsale.loadtest.verdict;

import java.util.List;

/** How a run ended and why: each reason is one sentence; notes do not affect the outcome. */
public record RunVerdict(RunOutcome outcome, String summary, List<String> reasons, List<String> notes) {

    /** One line for a terminal or a log. */
    public String line() {
        String why = reasons.isEmpty() ? summary : String.join("; ", reasons.subList(0, Math.min(3, reasons.size())));
        return outcome + "  " + why;
    }
}
