package io.flashsale.coupon.redemption;

import io.flashsale.contracts.coupon.CouponRefusal;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.coupon.ReserveCoupon;
import io.flashsale.coupon.discount.Conditions;
import io.flashsale.coupon.redemption.CouponRow.Status;
import io.flashsale.coupon.redemption.RedemptionMapper.Step;
import io.flashsale.coupon.sale.SaleProducts;
import io.flashsale.coupon.template.CouponTemplate;
import io.flashsale.coupon.template.TemplateRepository;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Redeems coupons in two phases: reserve, then use or free.
 *
 * <p>Each step locks the coupon's row and writes its flow row in the same transaction, so it happens once. If two
 * orders want the same coupon, only the first gets it (I10).
 *
 * <p>Reservations come by HTTP and outcomes by Kafka, so they may arrive out of order. Both name the order's
 * attempt: a FREE ends only its own attempt, and if it comes first, that attempt's reservation is refused. An order
 * that is refunded after it was paid gives its coupon back with a FREE after the USE.
 */
@Service
class Redemptions {

    private final RedemptionMapper coupons;
    private final TemplateRepository templates;
    private final SaleProducts products;
    private final TransactionTemplate transaction;
    private final MeterRegistry meters;
    private final Clock clock;

    Redemptions(
            RedemptionMapper coupons,
            TemplateRepository templates,
            SaleProducts products,
            TransactionTemplate transaction,
            MeterRegistry meters,
            Clock clock) {
        this.coupons = coupons;
        this.templates = templates;
        this.products = products;
        this.transaction = transaction;
        this.meters = meters;
        this.clock = clock;
    }

    sealed interface Outcome {
        /** Reserved by this call or an earlier one. */
        record Reserved(long discountCents) implements Outcome {}

        /** The coupon does not exist or belongs to another shopper. */
        record NotFound() implements Outcome {}

        record InUse(long orderId) implements Outcome {}

        record Refused(CouponRefusal reason) implements Outcome {}
    }

    Outcome reserve(long couponId, ReserveCoupon command) {
        Optional<CouponRow> coupon = transaction.execute(status -> coupons.lock(couponId));
        if (coupon == null
                || coupon.filter(found -> found.userId() == command.userId()).isEmpty()) {
            return new Outcome.NotFound();
        }
        CouponTemplate template = templates.find(coupon.get().templateId()).orElseThrow();
        // Outside the transaction, because stock-service may be slow.
        long productId =
                template.conditions().dependsOnProductOf(command.saleId()) ? products.productOf(command.saleId()) : 0;
        Conditions.Quote quote = template.conditions()
                .quote(template.discount(), command.priceCents(), command.saleId(), productId, clock.instant());
        Outcome outcome = Objects.requireNonNull(transaction.execute(
                status -> reserveLocked(coupons.lock(couponId).orElseThrow(), command, quote)));
        meters.counter(
                        "flashsale.coupons.reservations",
                        "outcome",
                        outcome.getClass().getSimpleName())
                .increment();
        return outcome;
    }

    private Outcome reserveLocked(CouponRow coupon, ReserveCoupon command, Conditions.Quote quote) {
        boolean held = coupon.status() != Status.UNUSED;
        if (held && coupon.isOf(command.orderId(), command.attempt())) {
            return new Outcome.Reserved(coupon.discountCents());
        }
        if (held && !coupon.isOf(command.orderId()) || coupon.status() == Status.USED) {
            return new Outcome.InUse(coupon.orderId());
        }
        if (coupon.attempt() > command.attempt()
                || coupons.happened(Step.FREE, coupon.id(), command.orderId(), command.attempt())) {
            return new Outcome.Refused(CouponRefusal.ATTEMPT_ENDED);
        }
        return switch (quote) {
            case Conditions.Quote.Refused(CouponRefusal reason) -> new Outcome.Refused(reason);
            case Conditions.Quote.Applicable(long cents) -> {
                requireOne(coupons.reserve(coupon.id(), command.orderId(), command.attempt(), cents));
                coupons.note(Step.RESERVE, coupon, command.orderId(), command.attempt());
                yield new Outcome.Reserved(cents);
            }
        };
    }

    /**
     * Applies an order's outcome once, however often it is reported. Freeing a coupon that does not exist (yet) is
     * recorded, too, because an order may name any coupon.
     *
     * @return why the outcome can never be applied; empty if it is
     */
    Optional<String> settle(CouponSettled settled) {
        return Objects.requireNonNull(transaction.execute(status -> {
            Optional<CouponRow> coupon = coupons.lock(settled.couponId());
            return switch (settled.outcome()) {
                case USED ->
                    coupon.map(found -> use(found, settled))
                            .orElseGet(() -> Optional.of("there is no coupon " + settled.couponId()));
                case FREED -> {
                    free(coupon.orElseGet(() -> CouponRow.missing(settled.couponId())), settled);
                    yield Optional.empty();
                }
            };
        }));
    }

    private Optional<String> use(CouponRow coupon, CouponSettled settled) {
        if (coupons.happened(Step.USE, coupon.id(), settled.orderId(), settled.attempt())) {
            return Optional.empty();
        }
        if (coupons.happened(Step.FREE, coupon.id(), settled.orderId(), settled.attempt())) {
            return Optional.empty(); // the order was refunded since, and its coupon given back
        }
        Optional<String> contradiction = contradictionOf(coupon, settled);
        if (contradiction.isPresent()) {
            meters.counter("flashsale.coupons.double.use").increment();
            return contradiction;
        }
        requireOne(coupons.use(coupon.id(), settled.orderId(), settled.attempt(), settled.discountCents()));
        coupons.note(Step.USE, coupon, settled.orderId(), settled.attempt());
        return Optional.empty();
    }

    /** There is one only if a database lost committed data. The auditor reports it (I10); a person has to decide. */
    private Optional<String> contradictionOf(CouponRow coupon, CouponSettled settled) {
        if (coupon.status() == Status.USED || coupon.status() == Status.RESERVED && !coupon.isOf(settled.orderId())) {
            return Optional.of("coupon " + coupon.id() + " is held by order " + coupon.orderId());
        }
        return coupons.usedBy(settled.orderId())
                .map(other -> "order " + settled.orderId() + " is paid with coupon " + other);
    }

    private void free(CouponRow coupon, CouponSettled settled) {
        if (coupons.happened(Step.FREE, coupon.id(), settled.orderId(), settled.attempt())) {
            return;
        }
        if (coupon.isOf(settled.orderId(), settled.attempt())) {
            requireOne(coupons.free(coupon.id(), settled.orderId(), settled.attempt()));
        }
        coupons.note(Step.FREE, coupon, settled.orderId(), settled.attempt());
    }

    private static void requireOne(int updatedRows) {
        if (updatedRows != 1) {
            throw new IllegalStateException("a coupon changed although it was locked");
        }
    }
}
