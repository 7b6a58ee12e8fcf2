package io.flashsale.entry.risk;

import java.time.Duration;
import java.util.Optional;

/** Asks young accounts for more work: an account opened for this sale costs nothing else. */
final class YoungAccount implements EntryRule {

    private final Duration young;
    private final int factor;

    YoungAccount(Duration young, int factor) {
        this.young = young;
        this.factor = factor;
    }

    @Override
    public Optional<Assessment> assess(EntryFacts facts) {
        return facts.ageAtOpening() != null && facts.ageAtOpening().compareTo(young) < 0 && !young.isZero()
                ? Optional.of(new Assessment.MoreWork(Reason.YOUNG_ACCOUNT, factor))
                : Optional.empty();
    }
}
