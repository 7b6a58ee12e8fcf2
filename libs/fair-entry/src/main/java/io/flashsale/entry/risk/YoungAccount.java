package io.flashsale.entry.risk;

import java.time.Duration;
import java.util.Optional;

/** Asks young accounts for more work: an account opened for this sale costs nothing else. */
final class YoungAccount implements EntryRule {

    /** How many times as much work. */
    private static final int FACTOR = 4;

    private final Duration young;

    YoungAccount(Duration young) {
        this.young = young;
    }

    @Override
    public Optional<Assessment> assess(EntryFacts facts) {
        return facts.ageAtOpening() != null && facts.ageAtOpening().compareTo(young) < 0 && !young.isZero()
                ? Optional.of(new Assessment.MoreWork(Reason.YOUNG_ACCOUNT, FACTOR))
                : Optional.empty();
    }
}
