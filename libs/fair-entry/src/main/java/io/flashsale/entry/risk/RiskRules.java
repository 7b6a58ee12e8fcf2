package io.flashsale.entry.risk;

import io.flashsale.entry.risk.EntryRule.Assessment;
import io.flashsale.entry.risk.EntryRule.Reason;
import java.time.Duration;
import java.util.Optional;

/** The rules for shoppers who have to work more, or to wait. */
final class RiskRules {

    /** How many times as much work a young account has. */
    private static final int YOUNG_ACCOUNT_FACTOR = 4;

    /** From this number on, so that a slip or two costs nothing. Each doubling of it doubles the work again. */
    private static final int FIRST_WRONG_PROOFS = 5;

    private RiskRules() {}

    /** Makes shoppers wait who hold units again and again without paying, as they keep them from others. */
    static EntryRule unpaidOrders() {
        return facts ->
                Optional.ofNullable(facts.unpaidUntil()).map(until -> new Assessment.Wait(Reason.UNPAID_ORDERS, until));
    }

    /** Asks young accounts for more work: an account opened for this sale costs nothing else. */
    static EntryRule youngAccount(Duration young) {
        return facts -> facts.ageAtOpening() != null && facts.ageAtOpening().compareTo(young) < 0 && !young.isZero()
                ? Optional.of(new Assessment.MoreWork(Reason.YOUNG_ACCOUNT, YOUNG_ACCOUNT_FACTOR))
                : Optional.empty();
    }

    /** Asks for more work the more accounts enter from one network: it may be a school or one machine. */
    static EntryRule busyNetwork(int accounts) {
        return facts -> Assessment.MoreWork.doubling(Reason.BUSY_NETWORK, facts.accountsOfNetwork(), accounts);
    }

    /**
     * Asks an account for more work if it shows wrong proofs again and again: it guesses instead of working. Counts the
     * account only, as others in its network have no part in it. Late proofs do not count, because slow devices show
     * them.
     */
    static EntryRule wrongProofs() {
        return facts -> Assessment.MoreWork.doubling(Reason.WRONG_PROOFS, facts.wrongProofs(), FIRST_WRONG_PROOFS);
    }
}
