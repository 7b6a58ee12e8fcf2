package io.flashsale.stock.entry.risk;

import java.util.Optional;

/**
 * Who shows one wrong proof after the other tries instead of working: he works more. Of his account only, since whoever shares its
 * network has no part in it; and not for proofs that came too late, which is what slow devices show.
 */
final class WrongProofs implements EntryRule {

    private final int proofs;

    WrongProofs(int proofs) {
        this.proofs = proofs;
    }

    @Override
    public Optional<Assessment> assess(EntryFacts facts) {
        return Assessment.MoreWork.doubling(Reason.WRONG_PROOFS, facts.wrongProofs(), proofs);
    }
}
