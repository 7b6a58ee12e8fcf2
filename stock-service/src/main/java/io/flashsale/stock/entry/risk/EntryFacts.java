package io.flashsale.stock.entry.risk;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a shopper who wants to enter a sale. None of it is asked of another service.
 *
 * @param ageAtOpening of the account; negative if it was opened later, null if the token does not say
 * @param accountsOfNetwork how many other accounts of his network were counted when they got their numbers in this sale
 * @param wrongProofs how many wrong proofs of work he has shown in this sale
 * @param unpaidUntil until when he has to wait because of units that he let go; null if he need not
 */
record EntryFacts(
        @Nullable Duration ageAtOpening,
        long accountsOfNetwork,
        long wrongProofs,
        @Nullable Instant unpaidUntil) {}
