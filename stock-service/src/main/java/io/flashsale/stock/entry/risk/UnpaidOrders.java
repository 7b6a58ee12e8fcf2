package io.flashsale.stock.entry.risk;

import java.util.Optional;

/** Who holds units again and again and does not pay keeps them from others: he waits. */
final class UnpaidOrders implements EntryRule {

    @Override
    public Optional<Assessment> assess(EntryFacts facts) {
        return Optional.ofNullable(facts.unpaidUntil()).map(until -> new Assessment.Wait(Reason.UNPAID_ORDERS, until));
    }
}
