package io.flashsale.locklab.run;

import io.flashsale.locklab.resource.Holding;
import io.flashsale.locklab.scenario.Verdict;
import io.flashsale.locklab.text.Text;
import io.flashsale.locklab.trace.Diagram;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A report as the API returns it and the history stores it: failures by name, times from the first stay. */
public record ReportView(
        Verdict verdict,
        boolean asStated,
        List<Found> findings,
        List<Text> doubts,
        int sold,
        int left,
        int oversold,
        @Nullable Integer exclusionViolations,
        @Nullable Integer staleWrites,
        int refusedWrites,
        long meetings,
        RunReport.Waiting waiting,
        @Nullable Long commands,
        long notifications,
        long retries,
        long renewals,
        @Nullable Long idleMillis,
        double perSecond,
        long millis,
        Map<String, Long> failPoints,
        List<Stay> timeline,
        Diagram diagram) {

    /** A finding and its evidence. */
    public record Found(String failure, Text detail) {}

    /** A stay at an item; milliseconds since the first one. */
    public record Stay(
            String item,
            String who,
            double fromMillis,
            @Nullable Double toMillis,
            boolean shared,
            long token,
            boolean violating) {

        /** @param originMicros when the first stay began */
        public static Stay of(Holding holding, long originMicros) {
            Long to = holding.toMicros();
            return new Stay(
                    holding.item(),
                    holding.who(),
                    (holding.fromMicros() - originMicros) / 1_000.0,
                    to == null ? null : (to - originMicros) / 1_000.0,
                    holding.shared(),
                    holding.token(),
                    holding.violating());
        }
    }

    public static ReportView of(RunReport report) {
        long origin =
                report.timeline().stream().mapToLong(Holding::fromMicros).min().orElse(0);
        return new ReportView(
                report.verdict(),
                report.asStated(),
                report.findings().stream()
                        .map(finding -> new Found(finding.failure().slug(), finding.detail()))
                        .toList(),
                report.doubts(),
                report.sold(),
                report.left(),
                report.oversold(),
                report.exclusionViolations(),
                report.staleWrites(),
                report.refusedWrites(),
                report.meetings(),
                report.waiting(),
                report.commands(),
                report.notifications(),
                report.retries(),
                report.renewals(),
                report.idleMillis(),
                report.perSecond(),
                report.millis(),
                report.failPoints(),
                report.timeline().stream()
                        .map(holding -> Stay.of(holding, origin))
                        .toList(),
                report.diagram());
    }
}
