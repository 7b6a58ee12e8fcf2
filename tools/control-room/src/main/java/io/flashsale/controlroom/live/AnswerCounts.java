package io.flashsale.controlroom.live;

import io.flashsale.contracts.problem.ProblemType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts the shop's answers to reservations of all sales since its services started, by problem type. */
final class AnswerCounts {

    private static final String RESERVATIONS = "flashsale_reservations_total";
    private static final String SHORT_CUT = "flashsale_gateway_soldout_answers_total";
    private static final String TICKETLESS = "flashsale_gateway_ticketless_answers_total";
    private static final String RATE_LIMITED = "flashsale_gateway_rate_limited_total";

    static final Set<String> STOCK_METERS = Set.of(RESERVATIONS);
    static final Set<String> GATEWAY_METERS = Set.of(SHORT_CUT, TICKETLESS, RATE_LIMITED);

    /** Refusals that occur only at sales with restricted entry, or for accounts that let units go. */
    private static final List<ProblemType> OF_ENTRY = List.of(
            ProblemType.TICKET_REQUIRED,
            ProblemType.TICKET_INVALID,
            ProblemType.TICKET_NOT_YOURS,
            ProblemType.TICKET_EXPIRED,
            ProblemType.TICKET_USED,
            ProblemType.TOO_MANY_UNPAID);

    private AnswerCounts() {}

    /**
     * Returns the counts. A count is null if a service that contributes to it does not answer: a partial sum would
     * look like a fall.
     */
    static Map<String, @Nullable Long> of(@Nullable ScrapedMeters stock, @Nullable ScrapedMeters gateway) {
        Map<String, @Nullable Long> answers = new LinkedHashMap<>();
        answers.put("accepted", outcome(stock, "admitted"));
        answers.put("sold-out", withShortCut(outcome(stock, "sold-out"), gateway, SHORT_CUT));
        answers.put("already-purchased", outcome(stock, "already-purchased"));
        answers.put("sale-not-open", outcome(stock, "not-open"));
        answers.put("sale-ended", outcome(stock, "ended"));
        answers.put("sale-warming-up", outcome(stock, "not-ready"));
        answers.put("sale-not-found", outcome(stock, "not-found"));
        answers.put("queue-unavailable", outcome(stock, "undecided"));
        for (ProblemType refusal : OF_ENTRY) {
            answers.put(refusal.slug(), outcome(stock, refusal.slug()));
        }
        String ticketRequired = ProblemType.TICKET_REQUIRED.slug();
        answers.put(ticketRequired, withShortCut(outcome(stock, ticketRequired), gateway, TICKETLESS));
        // Leaves out log-ins, which have their own limit and are no reservations.
        answers.put(
                "rate-limited",
                gateway == null
                        ? null
                        : gateway.count(RATE_LIMITED, "limit", "user")
                                + gateway.count(RATE_LIMITED, "limit", "address"));
        return answers;
    }

    /** Adds the answers that the gateway gave by itself. */
    private static @Nullable Long withShortCut(
            @Nullable Long ofStock, @Nullable ScrapedMeters gateway, String shortCut) {
        return ofStock == null || gateway == null ? null : ofStock + gateway.count(shortCut);
    }

    private static @Nullable Long outcome(@Nullable ScrapedMeters stock, String outcome) {
        return stock == null ? null : stock.count(RESERVATIONS, "outcome", outcome);
    }
}
