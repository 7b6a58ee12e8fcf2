package io.flashsale.stock.entry.risk;

import java.util.Optional;

/** Many accounts behind one network may be a school or one machine: the more there are, the more work for each further one. */
final class BusyNetwork implements EntryRule {

    private final int accounts;

    BusyNetwork(int accounts) {
        this.accounts = accounts;
    }

    @Override
    public Optional<Assessment> assess(EntryFacts facts) {
        return Assessment.MoreWork.doubling(Reason.BUSY_NETWORK, facts.accountsOfNetwork(), accounts);
    }
}
