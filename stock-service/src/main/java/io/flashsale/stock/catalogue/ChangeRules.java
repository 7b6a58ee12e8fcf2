package io.flashsale.stock.catalogue;

import io.flashsale.entry.EntryNumbers;
import io.flashsale.entry.sale.EntryMode;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Decides which changes of a sale the clock and its shoppers still allow. */
@Component
class ChangeRules {

    private final SaleMapper sales;
    private final EntryNumbers numbers;
    private final Clock clock;

    ChangeRules(SaleMapper sales, EntryNumbers numbers, Clock clock) {
        this.sales = sales;
        this.numbers = numbers;
        this.clock = clock;
    }

    /**
     * The verdict on a change.
     *
     * @param fault as a sentence for the admin; empty if the change is allowed
     * @param mayHideOpening whether afterwards the details do not show that the sale may have been open
     */
    record Checked(Optional<String> fault, boolean mayHideOpening) {}

    Checked check(long saleId, SaleDetails old, SaleDetails details) {
        Instant now = clock.instant();
        return new Checked(
                details.fault()
                        .or(() -> details.faultAfter(old, now))
                        .or(() -> faultOfMove(saleId, old, details))
                        .or(() -> faultOfMode(saleId, old, details))
                        .or(() -> faultOfLimit(saleId, old, details)),
                old.opensSoon(now) && details.opensAtAnotherTimeThan(old));
    }

    /** Ignores the clock of this service: the clock of Redis opens the sale, and a draw is public. */
    private Optional<String> faultOfMove(long saleId, SaleDetails old, SaleDetails details) {
        boolean isMoved = details.entry().mode() == EntryMode.LOTTERY && details.opensAtAnotherTimeThan(old);
        return isMoved && (sales.isDrawn(saleId) || numbers.maybeOpened(saleId))
                ? Optional.of("opensAt of a lottery cannot be changed any more once it has opened or is drawn, or while"
                        + " that cannot be told.")
                : Optional.empty();
    }

    private Optional<String> faultOfMode(long saleId, SaleDetails old, SaleDetails details) {
        if (details.entry().mode() == old.entry().mode()) {
            return Optional.empty();
        }
        if (mayHaveBeenOpen(saleId)) {
            return Optional.of("entry.mode cannot be changed any more, since the sale may have been open before.");
        }
        // Otherwise the seed would be chosen after numbers that are known.
        return details.entry().mode() == EntryMode.LOTTERY && numbers.maybeIn(saleId)
                ? Optional.of(
                        "entry.mode cannot become LOTTERY once somebody has a number, or while that cannot be told.")
                : Optional.empty();
    }

    /** A lower limit would leave units in places that a shopper no longer has. */
    private Optional<String> faultOfLimit(long saleId, SaleDetails old, SaleDetails details) {
        return details.purchaseLimit() != old.purchaseLimit() && mayHaveBeenOpen(saleId)
                ? Optional.of("purchaseLimit cannot be changed any more, since the sale may have been open before.")
                : Optional.empty();
    }

    /** Whether a shopper may already hold a unit, even one the ledger does not know yet. */
    private boolean mayHaveBeenOpen(long saleId) {
        return Boolean.TRUE.equals(sales.wasOpenBefore(saleId)) || Boolean.TRUE.equals(sales.hasSold(saleId));
    }
}
