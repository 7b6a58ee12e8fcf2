package io.flashsale.entry.risk;

import java.util.Optional;

/**
 * Asks an account for more work if it shows wrong proofs again and again: it guesses instead of working. Counts the
 * account only, as others in its network have no part in it. Late proofs do not count, because slow devices show
 * them.
 */
final class WrongProofs implements EntryRule {

    /** From this number on, so that a slip or two costs nothing. Each doubling of it doubles the work again. */
    private static final int FIRST = 5;

    @Override
    public Optional<Assessment> assess(EntryFacts facts) {
        return Assessment.MoreWork.doubling(Reason.WRONG_PROOFS, facts.wrongProofs(), FIRST);
    }
}
