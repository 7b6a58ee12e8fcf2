package io.flashsale.stock.catalogue;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;

/** A sale as a shopper sees it. */
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
        State state,
        Instant serverTime) {

    enum State {
        UPCOMING,
        OPEN,
        SOLD_OUT,
        ENDED
    }

    record ProductView(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long id, String name, String description, String imageUrl) {

        static ProductView of(Product product) {
            return new ProductView(product.id(), product.name(), product.description(), product.imageUrl());
        }
    }

    static SaleView of(SaleWithStock sale, long remaining, Instant now) {
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
                now);
    }

    private static State stateOf(SaleWithStock sale, long remaining, Instant now) {
        if (sale.hasEndedAt(now)) {
            return State.ENDED;
        }
        if (now.isBefore(sale.opensAt())) {
            return State.UPCOMING;
        }
        return remaining > 0 ? State.OPEN : State.SOLD_OUT;
    }
}
