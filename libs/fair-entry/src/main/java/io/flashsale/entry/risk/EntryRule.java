package io.flashsale.entry.risk;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** One reason for which shoppers have to work more, or to wait. */
@FunctionalInterface
interface EntryRule {

    /** The demand on the shopper; empty if they may enter like everybody else. */
    Optional<Assessment> assess(EntryFacts facts);

    /** The reasons that shoppers are told, and administrators may look up. */
    enum Reason {
        /** The account let units go too often. */
        UNPAID_ORDERS,
        YOUNG_ACCOUNT,
        BUSY_NETWORK,
        WRONG_PROOFS,
        /** The proof of work was wrong, or had expired; this is not a rule, but is looked up in the same place. */
        BAD_PROOF;

        /** Its name in answers, such as {@code young-account}. */
        String slug() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    sealed interface Assessment {

        Reason reason();

        /** @param factor how many times as much work as the sale asks of everybody */
        record MoreWork(Reason reason, int factor) implements Assessment {

            static final int MAX_FACTOR = 16;

            /** Doubles the work from this count on, and with each doubling of it, up to a bound. */
            static Optional<Assessment> doubling(Reason reason, long count, long from) {
                int factor = 1;
                for (long bound = from; count >= bound && factor < MAX_FACTOR; bound *= 2) {
                    factor *= 2;
                }
                return factor == 1 ? Optional.empty() : Optional.of(new MoreWork(reason, factor));
            }
        }

        record Wait(Reason reason, Instant until) implements Assessment {}
    }
}
