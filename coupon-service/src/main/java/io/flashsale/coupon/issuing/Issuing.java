package io.flashsale.coupon.issuing;

import io.flashsale.admission.StockGates;
import io.flashsale.commons.lock.BoundedLock;
import io.flashsale.commons.sql.OptimisticTransaction;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.coupon.issuing.IssuingMapper.Decided;
import io.flashsale.coupon.issuing.IssuingMapper.Issue;
import io.flashsale.coupon.issuing.Rejection.Reason;
import io.flashsale.coupon.template.CouponTemplate;
import io.flashsale.coupon.template.TemplateRepository;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Turns the claims of one template into coupons in batches: lock, look, record, insert, commit, unlock.
 *
 * <p>MySQL is the system of record. Whatever Redis admitted, it issues no more than the quantity (I8), and no more
 * than the limit to one shopper (I9).
 *
 * <p>Repeating a batch after any failure, in whole or in part, keeps what was done and does the rest: the flow rows
 * are the idempotency key. Rejected claims also end in Redis, after the commit.
 */
@Service
class Issuing {

    private static final Logger log = LoggerFactory.getLogger(Issuing.class);

    private final BoundedLock locks;
    private final TemplateRepository templates;
    private final IssuingMapper coupons;
    private final OptimisticTransaction transaction;
    private final StockGates gates;
    private final MeterRegistry meters;

    Issuing(
            BoundedLock locks,
            TemplateRepository templates,
            IssuingMapper coupons,
            OptimisticTransaction transaction,
            StockGates gates,
            MeterRegistry meters) {
        this.locks = locks;
        this.templates = templates;
        this.coupons = coupons;
        this.transaction = transaction;
        this.gates = gates;
        this.meters = meters;
    }

    /**
     * The outcomes of the claims of one call.
     *
     * @param issued number of claims that are coupons now
     * @param rejected by this call
     * @param rejectedBefore by an earlier call, which may have failed before it told Redis
     */
    private record Decisions(int issued, List<Rejection> rejected, List<Rejection> rejectedBefore) {}

    /** Decides and commits each claim before it returns. If it throws, repeat it with the same claims. */
    void issue(long templateId, List<CouponClaimed> claims) {
        BoundedLock.Hold hold = locks.acquire(templateId); // before the transaction begins
        Decisions decisions;
        try {
            decisions = transaction.execute(() -> tryToIssue(templateId, claims));
        } finally {
            hold.release(); // after it has committed
        }
        count(decisions);
        List<Rejection> rejections = Stream.concat(decisions.rejected().stream(), decisions.rejectedBefore().stream())
                .toList();
        if (!rejections.isEmpty()) {
            gates.release(templateId, rejections.stream().map(Rejection::hold).toList());
        }
    }

    private Decisions tryToIssue(long templateId, List<CouponClaimed> claims) {
        Map<Long, Decided> decided = coupons.decided(claims);
        Map<Long, CouponClaimed> fresh = new LinkedHashMap<>(); // a batch may contain a message twice
        List<Rejection> idTaken = new ArrayList<>(); // these get no row: another claim has the key
        List<Rejection> rejectedBefore = new ArrayList<>();
        for (CouponClaimed claim : claims) {
            Decided before = decided.get(claim.couponId());
            CouponClaimed first = before == null ? fresh.putIfAbsent(claim.couponId(), claim) : null;
            if ((before != null && !before.isAbout(claim)) || (first != null && first.userId() != claim.userId())) {
                idTaken.add(new Rejection(claim, Reason.ID_TAKEN));
            } else if (before != null && before.reason() != null) {
                rejectedBefore.add(new Rejection(claim, before.reason()));
            }
        }
        List<Rejection> rejected = new ArrayList<>();
        if (!fresh.isEmpty()) {
            templates
                    .find(templateId)
                    .ifPresentOrElse(
                            template -> rejected.addAll(record(template, List.copyOf(fresh.values()))),
                            () -> fresh.values()
                                    .forEach(claim -> rejected.add(new Rejection(claim, Reason.UNKNOWN_TEMPLATE))));
            coupons.insertRejections(rejected);
        }
        int issued = fresh.size() - rejected.size();
        rejected.addAll(idTaken);
        return new Decisions(issued, rejected, rejectedBefore);
    }

    /** Runs after the commit, because a repeated transaction decides again. */
    private void count(Decisions decisions) {
        meters.counter("flashsale.coupons.issued").increment(decisions.issued());
        for (Rejection rejection : decisions.rejected()) {
            String reason = rejection.reason().name();
            meters.counter("flashsale.coupons.rejected", "reason", reason).increment();
            if (rejection.reason() == Reason.ID_TAKEN) {
                CouponClaimed claim = rejection.claim();
                log.error(
                        "coupon id {} of shopper {} for template {} is the id of another claim: not issued",
                        claim.couponId(),
                        claim.userId(),
                        claim.templateId());
            }
        }
    }

    private List<Rejection> record(CouponTemplate template, List<CouponClaimed> claims) {
        Map<Long, Integer> owned = coupons.owned(template.id(), claims);
        List<Issue> issues = new ArrayList<>();
        List<Rejection> rejected = new ArrayList<>();
        for (CouponClaimed claim : claims) {
            int place = owned.getOrDefault(claim.userId(), 0) + 1;
            if (place > template.perPerson()) {
                rejected.add(new Rejection(claim, Reason.LIMIT_REACHED));
            } else if (issues.size() >= template.unclaimed()) {
                rejected.add(new Rejection(claim, Reason.NONE_LEFT));
            } else {
                owned.put(claim.userId(), place);
                issues.add(new Issue(claim, place));
            }
        }
        // Locks the template's row first: transactions that wait for it hold no lock that we need later.
        transaction.requireOne(templates.claim(template, issues.size()));
        coupons.insertCoupons(issues, template.perPerson());
        return rejected;
    }
}
