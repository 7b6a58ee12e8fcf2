package io.flashsale.stock.catalogue;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.admission.spring.CampaignState;
import io.flashsale.admission.spring.RemainingUnits;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A sale as a shopper sees it.
 *
 * @param purchaseLimit units that one shopper may have at a time
 * @param buckets of its stock; the units are those of all of them
 * @param state SOLD_OUT also while the waiting list is open, as what remains is for those to whom it is offered, and of a
 *     sale that was called off
 * @param calledOff whether it was called off: all its orders end
 * @param waitingList whether its waiting list is open
 * @param variant its name, if it is one of several variants; {@code variants} then are all of them
 * @param revision grows with each change, also when the waiting list opens or closes
 * @param serverTime absent in a page of the list, which stays the same while nothing changes
 */
record SaleView(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long id,
        String title,
        ProductView product,
        long priceCents,
        long listPriceCents,
        long initialStock,
        long totalStock,
        long remaining,
        Instant opensAt,
        Instant closesAt,
        CampaignState state,
        SaleEntry entry,
        int buckets,
        int purchaseLimit,
        boolean calledOff,
        boolean waitingList,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String variant,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<VariantView> variants,
        long revision,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant serverTime) {

    record ProductView(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long id, String name, String description, String imageUrl) {}

    /** What a variant does not share with the others. Its id is that of a sale. */
    record VariantView(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long id,
            String name,
            long priceCents,
            long listPriceCents,
            long initialStock,
            long totalStock,
            long remaining,
            CampaignState state,
            boolean calledOff,
            boolean waitingList,
            long revision) {

        static VariantView of(SaleWithStock sale, RemainingUnits units, Instant now) {
            long remaining = units.of(sale.id(), sale.available());
            return new VariantView(
                    sale.id(),
                    Objects.requireNonNullElse(sale.variant(), ""),
                    sale.priceCents(),
                    sale.listPriceCents(),
                    sale.initialStock(),
                    sale.totalStock(),
                    remaining,
                    stateOf(sale, remaining, now),
                    sale.calledOff(),
                    sale.waitingList(),
                    sale.revision());
        }
    }

    private static CampaignState stateOf(SaleWithStock sale, long remaining, Instant now) {
        return CampaignState.at(
                now, sale.opensAt(), sale.closesAt(), sale.waitingList() || sale.calledOff() ? 0 : remaining);
    }

    /** @param variants all of them; empty if the sale is none */
    static SaleView of(SaleWithStock sale, List<SaleWithStock> variants, RemainingUnits units, Instant now) {
        return at(sale, variants, units, now, now);
    }

    static SaleView untimed(SaleWithStock sale, List<SaleWithStock> variants, RemainingUnits units, Instant now) {
        return at(sale, variants, units, now, null);
    }

    private static SaleView at(
            SaleWithStock sale,
            List<SaleWithStock> variants,
            RemainingUnits units,
            Instant now,
            @Nullable Instant serverTime) {
        long remaining = units.of(sale.id(), sale.available());
        return new SaleView(
                sale.id(),
                sale.title(),
                new ProductView(sale.productId(), sale.productName(), sale.productDescription(), sale.imageUrl()),
                sale.priceCents(),
                sale.listPriceCents(),
                sale.initialStock(),
                sale.totalStock(),
                remaining,
                sale.opensAt(),
                sale.closesAt(),
                stateOf(sale, remaining, now),
                new SaleEntry(sale.entryMode(), sale.entryRate(), sale.entryDifficulty()),
                sale.buckets(),
                sale.purchaseLimit(),
                sale.calledOff(),
                sale.waitingList(),
                sale.variant(),
                variants.stream()
                        .map(variant -> VariantView.of(variant, units, now))
                        .toList(),
                sale.revision(),
                serverTime);
    }
}
