package io.flashsale.stock.catalogue;

import io.flashsale.admission.spring.RemainingUnits;
import io.flashsale.commons.adminchange.MadeOnce;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.entry.sale.EntryMode;
import io.flashsale.stock.catalogue.SaleAdministration.Outcome;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/sales")
class SaleAdminController {

    static final long MAX_STOCK = 10_000_000;
    private static final Duration DEFAULT_LENGTH = Duration.ofDays(1);

    private final SaleAdministration administration;
    private final RemainingUnits remaining;
    private final MadeOnce madeOnce;
    private final Clock clock;

    SaleAdminController(SaleAdministration administration, RemainingUnits remaining, MadeOnce madeOnce, Clock clock) {
        this.administration = administration;
        this.remaining = remaining;
        this.madeOnce = madeOnce;
        this.clock = clock;
    }

    /**
     * A sale of an existing product ({@code productId}) or of a new one ({@code product}; by default one with the
     * name of the sale). Without {@code opensAt} it opens now, without {@code closesAt} it lasts a day.
     */
    record NewSale(
            @Nullable Long productId,
            @Valid ProductController.@Nullable NewProduct product,
            @NotNull String title,
            @NotNull Long priceCents,
            @Nullable Long listPriceCents,
            @NotNull @Min(0) @Max(MAX_STOCK) Long initialStock,
            @Nullable Instant opensAt,
            @Nullable Instant closesAt,
            @Nullable EntrySetting entry,
            @Nullable Integer buckets,
            @Nullable Integer purchaseLimit) {

        int bucketsOrOne() {
            return buckets == null ? 1 : buckets;
        }

        SaleDetails details(Instant now) {
            Instant opening = opensAt == null ? now : opensAt;
            return new SaleDetails(
                    title.strip(),
                    priceCents,
                    listPriceCents == null ? priceCents : listPriceCents,
                    opening,
                    closesAt == null ? SaleDetails.after(opening, DEFAULT_LENGTH) : closesAt,
                    entry == null ? SaleEntry.OPEN : entry.applyTo(SaleEntry.OPEN),
                    purchaseLimit == null ? 1 : purchaseLimit);
        }

        Product newProduct() {
            return product == null ? Product.called(title.strip()) : product.product();
        }
    }

    record SaleChange(
            @Nullable String title,
            @Nullable Long priceCents,
            @Nullable Long listPriceCents,
            @Nullable Instant opensAt,
            @Nullable Instant closesAt,
            @Nullable EntrySetting entry,
            @Nullable Integer buckets,
            @Nullable Integer purchaseLimit) {

        SaleDetails applyTo(SaleDetails old) {
            return new SaleDetails(
                    title == null ? old.title() : title.strip(),
                    priceCents == null ? old.priceCents() : priceCents,
                    listPriceCents == null ? old.listPriceCents() : listPriceCents,
                    opensAt == null ? old.opensAt() : opensAt,
                    closesAt == null ? old.closesAt() : closesAt,
                    entry == null ? old.entry() : entry.applyTo(old.entry()),
                    purchaseLimit == null ? old.purchaseLimit() : purchaseLimit);
        }
    }

    /** The way shoppers get to buy. A missing value stays as it is; in a new sale the mode is {@code OPEN} then. */
    record EntrySetting(
            @Nullable EntryMode mode,
            @Nullable Integer rate,
            @Nullable Integer difficulty) {

        SaleEntry applyTo(SaleEntry old) {
            return new SaleEntry(
                    mode == null ? old.mode() : mode,
                    rate == null ? old.rate() : rate,
                    difficulty == null ? old.difficulty() : difficulty);
        }
    }

    /** @param add units; those that are negative are taken away, if they are not sold */
    record MoreStock(
            @NotNull @Min(-MAX_STOCK) @Max(MAX_STOCK) Long add) {}

    @ApiCall(
            value =
                    "Make a sale, of a product that exists or of a new one; one for all calls with the same Idempotency-Key",
            status = 201,
            refusals = {ProblemType.PRODUCT_NOT_FOUND, ProblemType.PRODUCT_WITHDRAWN, ProblemType.INVALID_REQUEST})
    @PostMapping
    ResponseEntity<SaleView> create(
            @RequestHeader(name = MadeOnce.HEADER, required = false) @Nullable String key,
            @Valid @RequestBody NewSale sale) {
        MadeOnce.Request request = madeOnce.request("/api/admin/sales", key, sale);
        Instant now = clock.instant();
        SaleDetails details = sale.details(now);
        Optional<String> fault =
                details.fault().or(() -> details.faultOfNew(now)).or(() -> details.faultOfBuckets(sale.bucketsOrOne()));
        if (fault.isPresent()) {
            return answer(new Outcome.Invalid(fault.get()));
        }
        Outcome outcome = sale.productId() == null
                ? administration.create(sale.newProduct(), details, sale.initialStock(), sale.bucketsOrOne(), request)
                : administration.create(sale.productId(), details, sale.initialStock(), sale.bucketsOrOne(), request);
        if (outcome instanceof Outcome.Done(SaleWithStock created)) {
            return ResponseEntity.created(URI.create("/api/sales/" + created.id()))
                    .body(view(created));
        }
        return answer(outcome);
    }

    @ApiCall(
            value = "Change a sale",
            refusals = {ProblemType.SALE_NOT_FOUND, ProblemType.SALE_CONFLICT, ProblemType.INVALID_REQUEST})
    @PatchMapping("/{id}")
    ResponseEntity<SaleView> change(@PathVariable long id, @RequestBody SaleChange change) {
        return answer(administration.change(id, change.buckets(), change::applyTo));
    }

    @ApiCall(
            value = "Add stock, or take unsold units away if add is negative; not for a lottery. Once for all calls"
                    + " with the same Idempotency-Key",
            refusals = {
                ProblemType.SALE_NOT_FOUND,
                ProblemType.SALE_CONFLICT,
                ProblemType.UNITS_NOT_LEFT,
                ProblemType.INVALID_REQUEST
            })
    @PostMapping("/{id}/stock")
    ResponseEntity<SaleView> addStock(
            @PathVariable long id,
            @RequestHeader(name = MadeOnce.HEADER, required = false) @Nullable String key,
            @Valid @RequestBody MoreStock more) {
        if (more.add() == 0) {
            return answer(new Outcome.Invalid("add must not be 0."));
        }
        MadeOnce.Request request = madeOnce.request("/api/admin/sales/" + id + "/stock", key, more);
        return answer(administration.addStock(id, more.add(), MAX_STOCK, request));
    }

    private ResponseEntity<SaleView> answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done(SaleWithStock sale) -> ResponseEntity.ok(view(sale));
            case Outcome.NoSuchSale _ -> Problems.answer(Problems.of(ProblemType.SALE_NOT_FOUND));
            case Outcome.Invalid(String why) -> Problems.answer(Problems.of(ProblemType.INVALID_REQUEST, why));
            case Outcome.NotPossible(String why) -> Problems.answer(Problems.of(ProblemType.SALE_CONFLICT, why));
            case Outcome.NotLeft _ -> Problems.answer(Problems.of(ProblemType.UNITS_NOT_LEFT));
            case Outcome.Overtaken _ ->
                Problems.answer(Problems.of(
                        ProblemType.SALE_CONFLICT, "Somebody changed the sale at the same time: look, and try again."));
        };
    }

    private SaleView view(SaleWithStock sale) {
        return SaleView.of(sale, remaining, clock.instant());
    }
}
