package io.flashsale.auditor.sale;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.auditor.client.ClientFigures;
import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.finding.Invariant;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of an audit, in the form of the answer.
 *
 * @param holds whether it is drained and every invariant holds
 * @param drained whether nothing is in flight; otherwise I4 to I6, I11 and I12 cannot be judged
 * @param inFlight messages in flight
 * @param waitingFor why it is not drained, for people; empty if it is
 * @param clients null unless the audit was given what clients saw
 */
public record SaleVerdict(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
        boolean holds,
        boolean drained,
        long inFlight,
        List<String> waitingFor,
        Instant auditedAt,
        SaleFigures sale,
        List<Line> invariants,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ClientFigures clients) {

    public enum State {
        HOLDS,
        VIOLATED,
        /** Not drained: cannot be judged yet. */
        PENDING
    }

    /** One invariant. */
    public record Line(Invariant id, String statement, boolean holds, State state, List<Finding> findings) {

        /** @param all the findings, including those about other invariants */
        public static Line of(Invariant invariant, String statement, boolean drained, List<Finding> all) {
            List<Finding> own = all.stream()
                    .filter(finding -> finding.kind().invariant() == invariant)
                    .toList();
            State state = !own.isEmpty() ? State.VIOLATED : drained || invariant.always() ? State.HOLDS : State.PENDING;
            return new Line(invariant, statement, state == State.HOLDS, state, own);
        }
    }

    static SaleVerdict of(
            SaleSnapshot snapshot,
            long inFlight,
            List<String> waitingFor,
            List<Finding> findings,
            @Nullable ClientFigures clients,
            Instant at) {
        boolean drained = waitingFor.isEmpty();
        List<Line> lines = Invariant.ofSales().stream()
                .map(invariant -> Line.of(invariant, invariant.statement(), drained, findings))
                .toList();
        return new SaleVerdict(
                snapshot.stock().sale().id(),
                drained && findings.isEmpty(),
                drained,
                inFlight,
                waitingFor,
                at,
                snapshot.figures(),
                lines,
                clients);
    }

    /** Whether something is certainly wrong, drained or not. */
    public boolean violated() {
        return invariants.stream().anyMatch(line -> line.state() == State.VIOLATED);
    }
}
