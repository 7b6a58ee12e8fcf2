package io.flashsale.admission.spring;

import static java.util.stream.Collectors.toSet;

import io.flashsale.admission.Admission;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;

/**
 * Turns outcomes of admission into HTTP, and counts them.
 *
 * @param <T> the body of the answer to an admitted shopper
 */
public final class AdmissionResponses<T> {

    private static final Logger log = LoggerFactory.getLogger(AdmissionResponses.class);

    private static final Admission MISSING = new Admission.NotReady(Cause.MISSING);

    private final CampaignProblems problems;
    private final CampaignResponses<T> campaigns;
    private final Clock clock;
    private final Counter admitted;
    private final Counter alreadyHolding;
    private final Counter soldOut;
    private final Counter notOpen;
    private final Counter ended;
    private final Counter notReady;
    private final Counter notFound;
    private final Counter undecided;
    private final Map<Admission.TicketRefused.Cause, Counter> ticketRefused =
            new EnumMap<>(Admission.TicketRefused.Cause.class);
    private final Counter barred;

    AdmissionResponses(CampaignType type, CampaignResponses<T> campaigns, MeterRegistry meters, Clock clock) {
        this.problems = type.problems();
        this.campaigns = campaigns;
        this.clock = clock;
        admitted = outcome(meters, type, "admitted");
        alreadyHolding = outcome(meters, type, problems.alreadyHolding().slug());
        soldOut = outcome(meters, type, "sold-out");
        notOpen = outcome(meters, type, "not-open");
        ended = outcome(meters, type, "ended");
        notReady = outcome(meters, type, "not-ready");
        notFound = outcome(meters, type, "not-found");
        undecided = outcome(meters, type, "undecided");
        for (Admission.TicketRefused.Cause why : Admission.TicketRefused.Cause.values()) {
            ticketRefused.put(why, outcome(meters, type, problem(why).slug()));
        }
        barred = outcome(meters, type, ProblemType.TOO_MANY_UNPAID.slug());
    }

    private static Counter outcome(MeterRegistry meters, CampaignType type, String outcome) {
        return Counter.builder(type.meters().requests())
                .description("answers to requests for a reservation")
                .tag("outcome", outcome)
                .register(meters);
    }

    /** The response to one request for a unit of the campaign. */
    public ResponseEntity<T> of(long campaignId, Admission outcome) {
        return of(List.of(campaignId), List.of(outcome)).getFirst();
    }

    /**
     * The responses to requests that came together, in their sequence. Looks up only once what several need.
     *
     * @param campaignIds the campaign of each request
     */
    List<ResponseEntity<T>> of(List<Long> campaignIds, List<Admission> outcomes) {
        Set<Long> unknown = IntStream.range(0, outcomes.size())
                .filter(i -> MISSING.equals(outcomes.get(i)))
                .mapToObj(campaignIds::get)
                .collect(toSet());
        Optional<Map<Long, Instant>> closings = closings(unknown);
        List<ResponseEntity<T>> responses = new ArrayList<>(outcomes.size());
        for (int i = 0; i < outcomes.size(); i++) {
            count(outcomes.get(i));
            responses.add(of(campaignIds.get(i), outcomes.get(i), closings));
        }
        return responses;
    }

    private ResponseEntity<T> of(long campaignId, Admission outcome, Optional<Map<Long, Instant>> closings) {
        return switch (outcome) {
            case Admission.Admitted(long id) -> campaigns.accepted(id);
            case Admission.AdmittedBefore(long id) -> campaigns.accepted(id);
            case Admission.Undecided _ -> Problems.retryLater(ProblemType.QUEUE_UNAVAILABLE);
            case Admission.AlreadyHolding(long id) ->
                problem(problems.alreadyHolding(), problems.heldId(), Long.toString(id));
            case Admission.SoldOut _ -> campaigns.soldOut();
            case Admission.NotOpen(Instant opensAt) -> problem(problems.notOpen(), "opensAt", opensAt);
            case Admission.Ended _ -> ended();
            case Admission.TicketRefused(var why) -> campaigns.ticketRefused(problem(why));
            case Admission.Barred(Instant until) ->
                Problems.retryAt(until, clock.instant(), Problems.of(ProblemType.TOO_MANY_UNPAID));
            case Admission.NotReady(Cause cause) when cause == Cause.MISSING -> withoutGate(campaignId, closings);
            case Admission.NotReady _ -> warmingUp();
        };
    }

    /** Counts the outcome, unless {@link #of} has to look something up; then that counts it. */
    private void count(Admission outcome) {
        switch (outcome) {
            case Admission.Admitted _, Admission.AdmittedBefore _ -> admitted.increment();
            case Admission.AlreadyHolding _ -> alreadyHolding.increment();
            case Admission.SoldOut _ -> soldOut.increment();
            case Admission.NotOpen _ -> notOpen.increment();
            case Admission.TicketRefused(var why) ->
                Objects.requireNonNull(ticketRefused.get(why)).increment();
            case Admission.Barred _ -> barred.increment();
            case Admission.Undecided _ -> undecided.increment();
            case Admission.Ended _, Admission.NotReady _ -> {}
        }
    }

    private static ProblemType problem(Admission.TicketRefused.Cause why) {
        return switch (why) {
            case REQUIRED -> ProblemType.TICKET_REQUIRED;
            case INVALID -> ProblemType.TICKET_INVALID;
            case NOT_YOURS -> ProblemType.TICKET_NOT_YOURS;
            case EXPIRED -> ProblemType.TICKET_EXPIRED;
            case USED -> ProblemType.TICKET_USED;
        };
    }

    private static <T> ResponseEntity<T> problem(ProblemType type, String property, Object value) {
        ProblemDetail problem = Problems.of(type);
        problem.setProperty(property, value);
        return Problems.answer(problem);
    }

    /**
     * Empty if the database does not answer. That is no fault, because others of the group may have been admitted.
     */
    private Optional<Map<Long, Instant>> closings(Set<Long> campaignIds) {
        if (campaignIds.isEmpty()) {
            return Optional.of(Map.of());
        }
        try {
            return Optional.of(campaigns.closings(campaignIds));
        } catch (DataAccessException | TransactionException databaseIsAway) {
            log.debug("campaigns {} cannot be looked up", campaignIds, databaseIsAway);
            return Optional.empty();
        }
    }

    /** Says so if there is no gate because the campaign does not exist, or ended long ago. */
    private ResponseEntity<T> withoutGate(long campaignId, Optional<Map<Long, Instant>> closings) {
        if (closings.isEmpty()) {
            return warmingUp();
        }
        Instant closesAt = closings.get().get(campaignId);
        if (closesAt == null) {
            notFound.increment();
            return Problems.answer(Problems.of(problems.notFound()));
        }
        return clock.instant().isBefore(closesAt) ? warmingUp() : ended();
    }

    private ResponseEntity<T> ended() {
        ended.increment();
        return Problems.answer(Problems.of(problems.ended()));
    }

    private ResponseEntity<T> warmingUp() {
        notReady.increment();
        return Problems.retryLater(problems.warmingUp());
    }
}
