package io.flashsale.stock.entry.lottery;

import io.flashsale.stock.catalogue.EntryMode;
import io.flashsale.stock.catalogue.SaleCatalogue;
import io.flashsale.stock.catalogue.SaleWithStock;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Tells in which sequence the numbers of a sale are served. */
@Component
public class SalePlaces {

    private final SaleCatalogue catalogue;
    private final Lotteries lotteries;

    SalePlaces(SaleCatalogue catalogue, Lotteries lotteries) {
        this.catalogue = catalogue;
        this.lotteries = lotteries;
    }

    /** The places of the sale; empty until a lottery is drawn. */
    public Optional<Places> of(long saleId) {
        EntryMode mode = catalogue.find(saleId).map(SaleWithStock::entryMode).orElse(EntryMode.OPEN);
        return of(saleId, mode);
    }

    /** The same for a sale with this mode. */
    public Optional<Places> of(long saleId, EntryMode mode) {
        return mode == EntryMode.LOTTERY ? lotteries.places(saleId) : Optional.of(Places.BY_NUMBER);
    }
}
