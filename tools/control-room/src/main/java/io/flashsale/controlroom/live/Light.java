package io.flashsale.controlroom.live;

import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.sale.SaleVerdict;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An invariant as a light.
 *
 * @param id I1 to I6, I11 or I12, see docs/invariants.md
 * @param holds null while it is unknown, because not all queues are drained
 * @param evidence why it is not green, for people; null if it is
 */
record Light(
        String id,
        String statement,
        SaleVerdict.State state,
        @Nullable Boolean holds,
        @Nullable String evidence) {

    private static final int MAX_FINDINGS = 3;

    /** All lights of a verdict. */
    static List<Light> of(SaleVerdict verdict) {
        return verdict.invariants().stream()
                .map(line -> new Light(
                        line.id().name(),
                        line.statement(),
                        line.state(),
                        line.state() == SaleVerdict.State.PENDING ? null : line.holds(),
                        evidence(line, verdict)))
                .toList();
    }

    private static @Nullable String evidence(SaleVerdict.Line line, SaleVerdict verdict) {
        return switch (line.state()) {
            case HOLDS -> null;
            case PENDING -> String.join(", ", verdict.waitingFor());
            case VIOLATED -> findings(line.findings());
        };
    }

    private static String findings(List<Finding> findings) {
        String shown = findings.stream()
                .limit(MAX_FINDINGS)
                .map(finding -> finding.kind().slug() + " (" + finding.count() + "): " + finding.worst())
                .collect(Collectors.joining("; "));
        return findings.size() <= MAX_FINDINGS ? shown : shown + "; and more";
    }
}
