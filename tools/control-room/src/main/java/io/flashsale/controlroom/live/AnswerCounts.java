package io.flashsale.controlroom.live;

import io.flashsale.contracts.problem.RefusalReason;
import io.flashsale.contracts.problem.RefusalReason.Campaign;
import java.util.LinkedHashMap;
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

    private AnswerCounts() {}

    /**
     * Returns the counts. A count is null if a service that contributes to it does not answer: a partial sum would
     * look like a fall.
     */
    static Map<String, @Nullable Long> of(@Nullable ScrapedMeters stock, @Nullable ScrapedMeters gateway) {
        Map<String, @Nullable Long> answers = new LinkedHashMap<>();
        answers.put("accepted", outcome(stock, "admitted"));
        for (RefusalReason reason : RefusalReason.values()) {
            answers.put(reason.problem(Campaign.SALE).slug(), refusals(reason, stock, gateway));
        }
        // Leaves out log-ins, which have their own limit and are no reservations.
        answers.put(
                "rate-limited",
                gateway == null
                        ? null
                        : gateway.count(RATE_LIMITED, "limit", "user")
                                + gateway.count(RATE_LIMITED, "limit", "address"));
        return answers;
    }

    private static @Nullable Long refusals(
            RefusalReason reason, @Nullable ScrapedMeters stock, @Nullable ScrapedMeters gateway) {
        Long ofStock = outcome(stock, reason.outcome(Campaign.SALE));
        return switch (reason) {
            case SOLD_OUT -> withShortCut(ofStock, gateway, SHORT_CUT);
            case TICKET_REQUIRED -> withShortCut(ofStock, gateway, TICKETLESS);
            default -> ofStock;
        };
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
