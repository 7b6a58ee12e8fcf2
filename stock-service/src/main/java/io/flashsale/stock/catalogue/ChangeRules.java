package io.flashsale.stock.catalogue;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** What may be changed at a sale, as seen by who has come already and by the clock. */
@Component
class ChangeRules {

    private final SaleMapper sales;
    private final GivenNumbers numbers;
    private final Clock clock;

    ChangeRules(SaleMapper sales, GivenNumbers numbers, Clock clock) {
        this.sales = sales;
        this.numbers = numbers;
        this.clock = clock;
    }

    /**
     * A change as it was found.
     *
     * @param fault as a sentence for the admin; empty if the change may be made
     * @param mayHideOpening whether afterwards the details do not show that the sale may have been open
     */
    record Checked(Optional<String> fault, boolean mayHideOpening) {}

    /** Looks at a change to these details from the old ones. */
    Checked check(long saleId, SaleDetails old, SaleDetails details) {
        Instant now = clock.instant();
        return new Checked(
                details.fault()
                        .or(() -> details.faultAfter(old, now))
                        .or(() -> faultOfMove(saleId, old, details))
                        .or(() -> faultOfMode(saleId, old, details)),
                old.opensSoon(now) && details.opensAtAnotherTimeThan(old));
    }

    /** Whatever the clock here says: that of Redis opens it, and what is drawn is public. */
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
        // The seed would be chosen after numbers that are known.
        return details.entry().mode() == EntryMode.LOTTERY && numbers.maybeIn(saleId)
                ? Optional.of(
                        "entry.mode cannot become LOTTERY once somebody has a number, or while that cannot be told.")
                : Optional.empty();
    }

    /** Then somebody may hold a unit already, also if the ledger does not know of it yet. */
    private boolean mayHaveBeenOpen(long saleId) {
        return Boolean.TRUE.equals(sales.wasOpenBefore(saleId)) || Boolean.TRUE.equals(sales.hasSold(saleId));
    }
}
