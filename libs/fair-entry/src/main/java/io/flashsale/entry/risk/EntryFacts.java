package io.flashsale.entry.risk;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a shopper who wants to enter a sale. None of them needs another service.
 *
 * @param ageAtOpening of the account; negative if it was opened later, null if the token does not say
 * @param accountsOfNetwork how many other accounts of their network were counted in this sale; an account is counted
 *     when it gets its number
 * @param wrongProofs how many wrong proofs they have shown in this sale
 * @param unpaidUntil until when they have to wait for units that they let go; null if they need not
 */
record EntryFacts(
        @Nullable Duration ageAtOpening,
        long accountsOfNetwork,
        long wrongProofs,
        @Nullable Instant unpaidUntil) {}
