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
import java.util.List;
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
    private final SaleCatalogue catalogue;
    private final RemainingUnits remaining;
    private final MadeOnce madeOnce;
    private final Clock clock;

    SaleAdminController(
            SaleAdministration administration,
            SaleCatalogue catalogue,
            RemainingUnits remaining,
            MadeOnce madeOnce,
            Clock clock) {
        this.administration = administration;
        this.catalogue = catalogue;
        this.remaining = remaining;
        this.madeOnce = madeOnce;
        this.clock = clock;
    }

    /**
     * A sale of an existing product ({@code productId}) or of a new one ({@code product}; by default one with the
     * name of the sale). Without {@code opensAt} it opens now, without {@code closesAt} it lasts a day. With
     * {@code variants} each of them has the units instead.
     */
    record NewSale(
            @Nullable Long productId,
            @Valid ProductController.@Nullable NewProduct product,
            @NotNull String title,
            @NotNull Long priceCents,
            @Nullable Long listPriceCents,
            @Nullable @Min(0) @Max(MAX_STOCK) Long initialStock,
            @Nullable Instant opensAt,
            @Nullable Instant closesAt,
            @Nullable EntrySetting entry,
            @Nullable Integer buckets,
            @Nullable Integer purchaseLimit,
            @Nullable List<@NotNull @Valid Variant> variants) {

        /** Without prices of its own it has those of the sale. */
        record Variant(
                @NotNull String name,
                @Nullable Long priceCents,
                @Nullable Long listPriceCents,
                @NotNull @Min(0) @Max(MAX_STOCK) Long initialStock) {

            private NewOffer of(SaleDetails sale) {
                long price = priceCents == null ? sale.priceCents() : priceCents;
                long listPrice = listPriceCents == null ? Math.max(price, sale.listPriceCents()) : listPriceCents;
                return new NewOffer(name.strip(), sale.priced(price, listPrice), initialStock);
            }
        }

        /** One for each variant, or the only one. */
        List<NewOffer> offers(SaleDetails details) {
            return variants == null
                    ? List.of(new NewOffer(null, details, initialStock == null ? 0 : initialStock))
                    : variants.stream().map(variant -> variant.of(details)).toList();
        }

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

    /** @param revision of the sale that is to be changed: if it has another one by now, nothing changes; null for any */
    record SaleChange(
            @Nullable Long revision,
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
                    "Make a sale, of a product that exists or of a new one; one for all calls with the same Idempotency-Key."
                            + " Rules against bots are off unless entry.difficulty is set",
            status = 201,
            refusals = {ProblemType.PRODUCT_NOT_FOUND, ProblemType.PRODUCT_WITHDRAWN, ProblemType.INVALID_REQUEST})
    @PostMapping
    ResponseEntity<SaleView> create(
            @RequestHeader(name = MadeOnce.HEADER, required = false) @Nullable String key,
            @Valid @RequestBody NewSale sale) {
        MadeOnce.Request request = madeOnce.request("/api/admin/sales", key, sale);
        Instant now = clock.instant();
        SaleDetails details = sale.details(now);
        List<NewOffer> offers = sale.offers(details);
        Optional<String> fault = details.fault()
                .or(() -> details.faultOfNew(now))
                .or(() -> details.faultOfBuckets(sale.bucketsOrOne()))
                .or(() -> faultOfOffers(sale, details, offers));
        if (fault.isPresent()) {
            return answer(new Outcome.Invalid(fault.get()));
        }
        Outcome outcome = sale.productId() == null
                ? administration.create(sale.newProduct(), offers, sale.bucketsOrOne(), request)
                : administration.create(sale.productId(), offers, sale.bucketsOrOne(), request);
        if (outcome instanceof Outcome.Done(SaleWithStock created)) {
            return ResponseEntity.created(URI.create("/api/sales/" + created.id()))
                    .body(view(created));
        }
        return answer(outcome);
    }

    private static Optional<String> faultOfOffers(NewSale sale, SaleDetails details, List<NewOffer> offers) {
        if (sale.variants() == null) {
            return sale.initialStock() == null ? Optional.of("initialStock is missing.") : Optional.empty();
        }
        if (sale.initialStock() != null) {
            return Optional.of("initialStock is that of each variant.");
        }
        return NewOffer.faultOf(offers).or(() -> details.faultOfVariants(offers.size(), sale.bucketsOrOne()));
    }

    @ApiCall(
            value = "Change a sale; title, times and limit of all its variants",
            refusals = {ProblemType.SALE_NOT_FOUND, ProblemType.SALE_CONFLICT, ProblemType.INVALID_REQUEST})
    @PatchMapping("/{id}")
    ResponseEntity<SaleView> change(@PathVariable long id, @RequestBody SaleChange change) {
        return answer(administration.change(id, change.revision(), change.buckets(), change::applyTo));
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
                        ProblemType.SALE_CONFLICT, "Somebody else has changed the sale: look, and try again."));
        };
    }

    private SaleView view(SaleWithStock sale) {
        return SaleView.of(sale, catalogue.variantsOf(sale), remaining, clock.instant());
    }
}
