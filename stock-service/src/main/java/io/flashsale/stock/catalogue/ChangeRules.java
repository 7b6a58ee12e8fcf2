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

    /**
     * The fault of more or fewer units, as a sentence for the admin. A lottery keeps the units that it had when its hash
     * became public: an admin who knows the seed could otherwise add just enough units to reach a certain shopper. In
     * the other modes that ask for tickets, each turn and each ticket has a unit from the opening on.
     */
    Optional<String> faultOfStock(SaleWithStock sale, long added) {
        if (sale.entryMode() == EntryMode.LOTTERY) {
            return Optional.of("The stock of a lottery is fixed since its hash is public.");
        }
        if (added < 0 && sale.waitingList()) {
            return Optional.of("No units can be taken away while the waiting list is open: they are offered to it.");
        }
        boolean isPromised = sale.entryMode() != EntryMode.OPEN
                && (sale.opensAt().isBefore(clock.instant().plus(SaleDetails.MODE_FIXED_BEFORE_OPENING))
                        || mayHaveBeenOpen(sale.id()));
        return added < 0 && isPromised
                ? Optional.of("Units can be taken away until a minute before the sale opens, unless it is open to"
                        + " everybody: turns and tickets have them.")
                : Optional.empty();
    }

    /** Whether a shopper may already hold a unit, even one the ledger does not know yet. */
    private boolean mayHaveBeenOpen(long saleId) {
        return Boolean.TRUE.equals(sales.wasOpenBefore(saleId)) || Boolean.TRUE.equals(sales.hasSold(saleId));
    }
}
