package io.flashsale.admission.spring;

import static java.util.stream.Collectors.toSet;

import io.flashsale.admission.Admission;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.admission.AdmittedBeforeHeader;
import io.flashsale.contracts.problem.RefusalReason;
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

    private final RefusalReason.Campaign type;
    private final String heldId;
    private final CampaignResponses<T> campaigns;
    private final Clock clock;
    private final Counter admitted;
    private final Map<RefusalReason, Counter> refused = new EnumMap<>(RefusalReason.class);

    AdmissionResponses(CampaignType type, CampaignResponses<T> campaigns, MeterRegistry meters, Clock clock) {
        this.type = type.refusals();
        this.heldId = type.heldId();
        this.campaigns = campaigns;
        this.clock = clock;
        admitted = outcome(meters, type, "admitted");
        for (RefusalReason reason : RefusalReason.values()) {
            refused.put(reason, outcome(meters, type, reason.outcome(type.refusals())));
        }
    }

    private static Counter outcome(MeterRegistry meters, CampaignType type, String outcome) {
        return Counter.builder(type.meters().requests())
                .description("answers to requests for a reservation")
                .tag("outcome", outcome)
                .register(meters);
    }

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
            responses.add(of(campaignIds.get(i), outcomes.get(i), closings));
        }
        return responses;
    }

    private ResponseEntity<T> of(long campaignId, Admission outcome, Optional<Map<Long, Instant>> closings) {
        return switch (outcome) {
            case Admission.Admitted(long id) -> accepted(id);
            case Admission.AdmittedBefore(long id) -> acceptedBefore(id);
            case Admission.Undecided _ -> refused(RefusalReason.UNDECIDED);
            case Admission.AlreadyHolding(long id) -> refused(RefusalReason.ALREADY_HOLDING, heldId, Long.toString(id));
            case Admission.SoldOut _ -> refused(RefusalReason.SOLD_OUT);
            case Admission.NotOpen(Instant opensAt) -> refused(RefusalReason.NOT_OPEN, "opensAt", opensAt);
            case Admission.Ended _ -> refused(RefusalReason.ENDED);
            case Admission.PriceChanged(long price) -> refused(RefusalReason.PRICE_CHANGED, "priceCents", price);
            case Admission.Refused(RefusalReason reason) -> refused(reason);
            case Admission.Barred(Instant until) ->
                Problems.retryAt(until, clock.instant(), problem(RefusalReason.TOO_MANY_UNPAID));
            case Admission.NotReady(Cause cause) when cause == Cause.MISSING -> withoutGate(campaignId, closings);
            case Admission.NotReady _ -> refused(RefusalReason.NOT_READY);
        };
    }

    private ResponseEntity<T> accepted(long reservationId) {
        admitted.increment();
        return campaigns.accepted(reservationId);
    }

    private ResponseEntity<T> acceptedBefore(long reservationId) {
        ResponseEntity<T> accepted = accepted(reservationId);
        return ResponseEntity.status(accepted.getStatusCode())
                .headers(accepted.getHeaders())
                .header(AdmittedBeforeHeader.NAME, AdmittedBeforeHeader.YES)
                .body(Objects.requireNonNull(accepted.getBody()));
    }

    private ResponseEntity<T> refused(RefusalReason reason) {
        return campaigns.refused(reason, problem(reason));
    }

    private ResponseEntity<T> refused(RefusalReason reason, String property, Object value) {
        ProblemDetail problem = problem(reason);
        problem.setProperty(property, value);
        return campaigns.refused(reason, problem);
    }

    /** Counts the refusal, and makes its problem. */
    private ProblemDetail problem(RefusalReason reason) {
        Objects.requireNonNull(refused.get(reason)).increment();
        return Problems.of(reason.problem(type));
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
            return refused(RefusalReason.NOT_READY);
        }
        Instant closesAt = closings.get().get(campaignId);
        if (closesAt == null) {
            return refused(RefusalReason.NOT_FOUND);
        }
        return refused(clock.instant().isBefore(closesAt) ? RefusalReason.NOT_READY : RefusalReason.ENDED);
    }
}
