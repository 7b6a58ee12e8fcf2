package io.flashsale.auditor.coupon;

import io.flashsale.auditor.client.ClientCheck;
import io.flashsale.auditor.client.ClientFigures;
import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.finding.Invariant;
import io.flashsale.auditor.sale.Deadline;
import io.flashsale.auditor.sale.SaleVerdict.Line;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.source.CouponReader;
import io.flashsale.auditor.source.GateReader;
import io.flashsale.auditor.source.OrderReader;
import io.flashsale.auditor.source.QueueReader;
import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.contracts.campaign.CampaignKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * Checks whether a template kept I8 to I10, from the data of all services.
 *
 * <p>As with sales, a finding that compares two sources counts only if two settled readings in a row show it.
 * Throws {@link SourceUnavailableException} when a server cannot be read.
 */
public final class CouponAuditor {

    private static final Duration PAUSE = Duration.ofMillis(250);

    private final TemplateReader reader;
    private final Semaphore oneAtATime = new Semaphore(1);

    public CouponAuditor(CouponReader coupons, OrderReader orders, RedissonClient redis, QueueReader queues) {
        this.reader = new TemplateReader(coupons, orders, new GateReader(redis, CampaignKind.COUPON), queues);
    }

    /**
     * Audits the template once the queues are drained, or when the timeout (at most {@link
     * Deadline#MAX_TIMEOUT}) ends.
     *
     * <p>Empty if there is no such template.
     *
     * @param clients what clients saw; null if unknown
     */
    public Optional<CouponVerdict> audit(long templateId, Duration timeout, @Nullable ClientRecord clients)
            throws InterruptedException {
        Deadline deadline = Deadline.after(timeout);
        oneAtATime.acquire();
        try {
            Set<FindingKind> before = Set.of();
            while (true) {
                Optional<TemplateSnapshot> read = reader.read(templateId);
                if (read.isEmpty()) {
                    return Optional.empty();
                }
                TemplateSnapshot snapshot = read.get();
                CheckResult checked = check(snapshot, clients);
                if (snapshot.settled() ? before.containsAll(checked.kinds()) : deadline.hasPassed()) {
                    return Optional.of(verdict(snapshot, checked));
                }
                before = snapshot.settled() ? checked.kinds() : Set.of();
                Thread.sleep(PAUSE);
            }
        } finally {
            oneAtATime.release();
        }
    }

    private record CheckResult(
            List<Finding> findings, @Nullable ClientFigures clients) {

        Set<FindingKind> kinds() {
            return findings.stream().map(Finding::kind).collect(Collectors.toSet());
        }
    }

    private static CheckResult check(TemplateSnapshot snapshot, @Nullable ClientRecord clients) {
        Evidence evidence = new Evidence();
        ClientFigures figures = clients == null ? null : ClientCheck.check(clients, asOrders(snapshot), evidence);
        CouponChecks.check(snapshot, evidence);
        return new CheckResult(evidence.findings(), figures);
    }

    /** To a client a claim is like an order: an id answered with 202 that must be in the database. */
    private static OrderRows asOrders(TemplateSnapshot snapshot) {
        return new OrderRows(snapshot.tables().coupons().stream()
                .map(coupon -> new OrderRow(coupon.id(), coupon.userId(), OrderStatus.PAID, false))
                .toList());
    }

    private CouponVerdict verdict(TemplateSnapshot snapshot, CheckResult checked) {
        boolean settled = snapshot.settled();
        List<Finding> findings = checked.findings().stream()
                .filter(finding -> settled || finding.kind().certain())
                .toList();
        List<Line> lines = Invariant.ofCoupons().stream()
                .map(invariant -> Line.of(invariant, statement(invariant), settled, findings))
                .toList();
        return new CouponVerdict(
                snapshot.tables().template().id(),
                settled && findings.isEmpty(),
                settled,
                snapshot.inFlight(),
                snapshot.waitingFor(),
                Instant.now(),
                snapshot.figures(),
                lines,
                checked.clients());
    }

    private static String statement(Invariant invariant) {
        return invariant == Invariant.I4
                ? "every claim answered 202 ends as exactly one coupon"
                : invariant.statement();
    }
}
