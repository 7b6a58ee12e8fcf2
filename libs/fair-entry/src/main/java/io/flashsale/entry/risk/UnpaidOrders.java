package io.flashsale.entry.risk;

import java.util.Optional;

/** Makes shoppers wait who hold units again and again without paying, as they keep them from others. */
final class UnpaidOrders implements EntryRule {

    @Override
    public Optional<Assessment> assess(EntryFacts facts) {
        return Optional.ofNullable(facts.unpaidUntil()).map(until -> new Assessment.Wait(Reason.UNPAID_ORDERS, until));
    }
}
