package io.flashsale.entry.lottery;

import io.flashsale.entry.sale.EntryMode;
import io.flashsale.entry.sale.EntrySale;
import io.flashsale.entry.sale.EntrySales;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Tells in which sequence the numbers of a sale are served. */
@Component
public class SalePlaces {

    private final EntrySales sales;
    private final Lotteries lotteries;

    SalePlaces(EntrySales sales, Lotteries lotteries) {
        this.sales = sales;
        this.lotteries = lotteries;
    }

    /** The places of the sale; empty until a lottery is drawn. */
    public Optional<Places> of(long saleId) {
        EntryMode mode = sales.find(saleId).map(EntrySale::entryMode).orElse(EntryMode.OPEN);
        return of(saleId, mode);
    }

    /** The same for a sale with this mode. */
    public Optional<Places> of(long saleId, EntryMode mode) {
        return mode == EntryMode.LOTTERY ? lotteries.places(saleId) : Optional.of(Places.BY_NUMBER);
    }
}
