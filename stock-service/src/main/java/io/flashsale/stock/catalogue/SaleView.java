package io.flashsale.stock.catalogue;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.flashsale.admission.spring.CampaignState;
import io.flashsale.admission.spring.RemainingUnits;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sale as a shopper sees it.
 *
 * @param purchaseLimit units that one shopper may have at a time
 * @param buckets of its stock; the units are those of all of them
 * @param state SOLD_OUT also while the waiting list is open: what remains is for those to whom it is offered
 * @param calledOff whether it was called off: all its orders end
 * @param waitingList whether its waiting list is open
 * @param revision grows with each change by an administrator
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
        long revision,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant serverTime) {

    record ProductView(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long id, String name, String description, String imageUrl) {}

    static SaleView of(SaleWithStock sale, RemainingUnits units, Instant now) {
        return at(sale, units, now, now);
    }

    static SaleView untimed(SaleWithStock sale, RemainingUnits units, Instant now) {
        return at(sale, units, now, null);
    }

    private static SaleView at(SaleWithStock sale, RemainingUnits units, Instant now, @Nullable Instant serverTime) {
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
                CampaignState.at(now, sale.opensAt(), sale.closesAt(), sale.waitingList() ? 0 : remaining),
                new SaleEntry(sale.entryMode(), sale.entryRate(), sale.entryDifficulty()),
                sale.buckets(),
                sale.purchaseLimit(),
                sale.calledOff(),
                sale.waitingList(),
                sale.revision(),
                serverTime);
    }
}
