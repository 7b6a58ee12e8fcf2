package io.flashsale.lab.coupons;

import io.flashsale.lab.audit.ClientCheck;
import io.flashsale.lab.audit.ClientFigures;
import io.flashsale.lab.audit.ClientRecord;
import io.flashsale.lab.audit.Evidence;
import io.flashsale.lab.audit.Finding;
import io.flashsale.lab.audit.Invariant;
import io.flashsale.lab.audit.Verdict.Line;
import io.flashsale.lab.books.OrderStatus;
import io.flashsale.lab.books.Orders;
import io.flashsale.lab.coupons.CouponBooksReader.Reading;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Judges whether a template kept I8 to I10, from the books of all services. As with sales, what compares two books counts
 * only when it stands in two settled readings in a row. Throws {@link
 * io.flashsale.lab.books.BooksUnavailableException} when a server cannot be read.
 */
@Service
class CouponAuditor {

    private static final Duration PAUSE = Duration.ofMillis(250);

    private final CouponBooksReader books;
    private final Clock clock;
    private final Semaphore oneAtATime = new Semaphore(1);

    CouponAuditor(CouponBooksReader books, Clock clock) {
        this.books = books;
        this.clock = clock;
    }

    /** Audits once the queues are drained, or as it is when the patience ends. Empty if there is no such template. */
    Optional<CouponVerdict> audit(long templateId, Duration patience, @Nullable ClientRecord clients)
            throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        oneAtATime.acquire();
        try {
            Set<Object> before = Set.of();
            while (true) {
                Optional<Reading> reading = books.read(templateId);
                if (reading.isEmpty()) {
                    return Optional.empty();
                }
                Judgement judgement = judge(reading.get().history(), clients);
                boolean last = System.nanoTime() >= end;
                boolean confirmed = before.containsAll(judgement.kinds());
                if (reading.get().settled() && confirmed
                        || last && !reading.get().settled()) {
                    return Optional.of(verdict(reading.get(), judgement));
                }
                before = reading.get().settled() ? judgement.kinds() : Set.of();
                Thread.sleep(PAUSE);
            }
        } finally {
            oneAtATime.release();
        }
    }

    private record Judgement(
            List<Finding> findings, @Nullable ClientFigures clients) {

        Set<Object> kinds() {
            return findings.stream().map(Finding::kind).collect(Collectors.toSet());
        }
    }

    private static Judgement judge(CouponHistory history, @Nullable ClientRecord clients) {
        Evidence evidence = new Evidence();
        ClientFigures figures = clients == null ? null : ClientCheck.check(clients, asOrders(history), evidence);
        CouponChecks.check(history, evidence);
        return new Judgement(evidence.findings(), figures);
    }

    /** To a client a claim is what an order is: an id that was answered 202 and must be in the books. */
    private static Orders asOrders(CouponHistory history) {
        Orders orders = new Orders();
        history.book().coupons().forEach(coupon -> orders.add(coupon.id(), coupon.userId(), OrderStatus.PAID, false));
        return orders;
    }

    private CouponVerdict verdict(Reading reading, Judgement judgement) {
        List<Finding> findings = reading.settled()
                ? judgement.findings()
                : judgement.findings().stream()
                        .filter(finding -> finding.kind().certain())
                        .toList();
        List<Line> lines = Invariant.ofCoupons().stream()
                .map(invariant -> Line.of(invariant, statement(invariant), reading.settled(), findings))
                .toList();
        return new CouponVerdict(
                reading.history().book().template().id(),
                reading.settled() && findings.isEmpty(),
                reading.settled(),
                reading.inFlight(),
                reading.waitingFor(),
                clock.instant(),
                reading.history().figures(),
                lines,
                judgement.clients());
    }

    private static String statement(Invariant invariant) {
        return invariant == Invariant.I4
                ? "every claim answered 202 ends as exactly one coupon"
                : invariant.statement();
    }
}
