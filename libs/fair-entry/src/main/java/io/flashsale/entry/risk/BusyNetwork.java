package io.flashsale.entry.risk;

import java.util.Optional;

/** Asks for more work the more accounts enter from one network: it may be a school or one machine. */
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
