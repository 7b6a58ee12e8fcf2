package io.flashsale.stock.entry.risk;

import java.util.Optional;

/** Many accounts behind one network may be a school or one machine: the more there are, the more work for each further one. */
final class BusyNetwork implements EntryRule {

    private static final int MAX_FACTOR = 16;

    private final int accounts;

    BusyNetwork(int accounts) {
        this.accounts = accounts;
    }

    @Override
    public Optional<Assessment> assess(EntryFacts facts) {
        int factor = 1;
        for (long bound = accounts; facts.accountsOfNetwork() >= bound && factor < MAX_FACTOR; bound *= 2) {
            factor *= 2;
        }
        return factor == 1 ? Optional.empty() : Optional.of(new Assessment.MoreWork(Reason.BUSY_NETWORK, factor));
    }
}
