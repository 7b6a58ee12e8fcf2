package io.flashsale.admission.spring;

import io.flashsale.admission.Admission;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** Turns outcomes of admission into HTTP, and counts them. */
public final class AdmissionResponses {

    private final CampaignProblems problems;
    private final Clock clock;
    private final Counter admitted;
    private final Counter alreadyHolding;
    private final Counter soldOut;
    private final Counter notOpen;
    private final Counter ended;
    private final Counter notReady;

    AdmissionResponses(CampaignType type, MeterRegistry meters, Clock clock) {
        this.problems = type.problems();
        this.clock = clock;
        admitted = outcome(meters, type, "admitted");
        alreadyHolding = outcome(meters, type, problems.alreadyHolding().slug());
        soldOut = outcome(meters, type, "sold-out");
        notOpen = outcome(meters, type, "not-open");
        ended = outcome(meters, type, "ended");
        notReady = outcome(meters, type, "not-ready");
    }

    private static Counter outcome(MeterRegistry meters, CampaignType type, String outcome) {
        return Counter.builder(type.meters().requests())
                .description("answers to requests for a reservation")
                .tag("outcome", outcome)
                .register(meters);
    }

    /**
     * The response to one request.
     *
     * @param accepted makes the response for whoever has this reservation
     * @param sold makes the response when nothing is left
     * @param closesAt when the campaign closes; empty if there is no such campaign. Only asked when Redis knows none
     */
    public <T> ResponseEntity<T> of(
            Admission outcome,
            LongFunction<ResponseEntity<T>> accepted,
            Supplier<ResponseEntity<T>> sold,
            Supplier<Optional<Instant>> closesAt) {
        count(outcome);
        return switch (outcome) {
            case Admission.Admitted(var reservation) -> accepted.apply(reservation.id());
            case Admission.AdmittedBefore before -> accepted.apply(before.reservationId());
            case Admission.AlreadyHolding(long id) ->
                problem(problems.alreadyHolding(), problems.heldId(), Long.toString(id));
            case Admission.SoldOut _ -> sold.get();
            case Admission.NotOpen(Instant opensAt) -> problem(problems.notOpen(), "opensAt", opensAt);
            case Admission.Ended _ -> Problems.answer(Problems.of(problems.ended()));
            case Admission.NotReady(Cause cause) -> notReady(cause, closesAt);
        };
    }

    private void count(Admission outcome) {
        switch (outcome) {
            case Admission.Admitted _, Admission.AdmittedBefore _ -> admitted.increment();
            case Admission.AlreadyHolding _ -> alreadyHolding.increment();
            case Admission.SoldOut _ -> soldOut.increment();
            case Admission.NotOpen _ -> notOpen.increment();
            case Admission.Ended _ -> ended.increment();
            case Admission.NotReady _ -> notReady.increment();
        }
    }

    private static <T> ResponseEntity<T> problem(ProblemType type, String property, Object value) {
        ProblemDetail problem = Problems.of(type);
        problem.setProperty(property, value);
        return Problems.answer(problem);
    }

    /** There may be no gate because there is no such campaign, or because it ended long ago: then say that. */
    private <T> ResponseEntity<T> notReady(Cause cause, Supplier<Optional<Instant>> closesAt) {
        if (cause == Cause.MISSING) {
            Optional<Instant> closing = closesAt.get();
            if (closing.isEmpty()) {
                return Problems.answer(Problems.of(problems.notFound()));
            }
            if (!clock.instant().isBefore(closing.get())) {
                return Problems.answer(Problems.of(problems.ended()));
            }
        }
        ProblemType type = problems.warmingUp();
        return Problems.answer(
                ResponseEntity.status(type.status()).header(HttpHeaders.RETRY_AFTER, "1"), Problems.of(type));
    }
}
