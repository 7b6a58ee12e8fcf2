package io.flashsale.admission.spring;

import static io.flashsale.contracts.problem.ProblemType.ALREADY_PURCHASED;
import static io.flashsale.contracts.problem.ProblemType.PRICE_CHANGED;
import static io.flashsale.contracts.problem.ProblemType.QUEUE_UNAVAILABLE;
import static io.flashsale.contracts.problem.ProblemType.SALE_ENDED;
import static io.flashsale.contracts.problem.ProblemType.SALE_NOT_FOUND;
import static io.flashsale.contracts.problem.ProblemType.SALE_NOT_OPEN;
import static io.flashsale.contracts.problem.ProblemType.SALE_WARMING_UP;
import static io.flashsale.contracts.problem.ProblemType.SOLD_OUT;
import static io.flashsale.contracts.problem.ProblemType.TOO_MANY_UNPAID;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.Admission;
import io.flashsale.admission.Admission.NotReady;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.contracts.admission.AdmittedBeforeHeader;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.problem.RefusalReason;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

class AdmissionResponsesTests {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CampaignType sales = new CampaignType(
            "sale",
            "topic",
            "group",
            group -> group,
            new CampaignMeters("requests", "shed", "deferred", "relayed", "outbox", "age", "lag", "drifted", "cold"),
            RefusalReason.Campaign.SALE,
            "orderId");

    private record Responses(Function<Set<Long>, Map<Long, Instant>> closing) implements CampaignResponses<Object> {

        @Override
        public String path(long campaignId) {
            return "/" + campaignId;
        }

        @Override
        public ResponseEntity<Object> accepted(long reservationId) {
            return ResponseEntity.accepted().body(reservationId);
        }

        @Override
        public Map<Long, Instant> closings(Set<Long> campaignIds) {
            return closing.apply(campaignIds);
        }
    }

    private AdmissionResponses<Object> responses(Function<Set<Long>, Map<Long, Instant>> closing) {
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        return new AdmissionResponses<>(sales, new Responses(closing), meters, clock);
    }

    /** The response for an outcome that must be answered without looking up the campaign. */
    private ResponseEntity<Object> of(Admission outcome) {
        return responses(_ -> {
                    throw new AssertionError("nobody needs to know when the campaign closes");
                })
                .of(1, outcome);
    }

    private static ProblemDetail problem(ResponseEntity<Object> response) {
        return (ProblemDetail) Objects.requireNonNull(response.getBody());
    }

    private void assertProblem(ResponseEntity<Object> response, ProblemType type) {
        assertThat(response.getStatusCode().value()).isEqualTo(type.status());
        assertThat(problem(response).getType()).isEqualTo(type.uri());
    }

    private double count(String outcome) {
        return meters.counter("requests", "outcome", outcome).count();
    }

    @Test
    void shouldAcceptWhoeverWasAdmittedByThisCallOrAnEarlierOne() {
        assertThat(of(new Admission.Admitted(5)).getBody()).isEqualTo(5L);
        assertThat(of(new Admission.AdmittedBefore(6)).getBody()).isEqualTo(6L);
        assertThat(count("admitted")).isEqualTo(2);
    }

    /** The limits of what an address gets count each unit once. */
    @Test
    void shouldTellTheGatewayWhoGotNothingNew() {
        ResponseEntity<Object> first = of(new Admission.Admitted(5));
        assertThat(first.getHeaders().getFirst(AdmittedBeforeHeader.NAME)).isNull();
        ResponseEntity<Object> again = of(new Admission.AdmittedBefore(6));
        assertThat(again.getStatusCode().value()).isEqualTo(202);
        assertThat(again.getHeaders().getFirst(AdmittedBeforeHeader.NAME)).isEqualTo(AdmittedBeforeHeader.YES);
    }

    private static Stream<Arguments> shouldRefuseAndSayWhatIsToBeKnown() {
        Instant until = NOW.plusSeconds(60);
        Admission barred = new Admission.Barred(until);
        Admission holding = new Admission.AlreadyHolding(5);
        return Stream.of(
                Arguments.of(new Admission.SoldOut(), SOLD_OUT, "sold-out", null, null),
                Arguments.of(new Admission.NotOpen(NOW), SALE_NOT_OPEN, "not-open", Map.of("opensAt", NOW), null),
                Arguments.of(new Admission.Ended(NOW), SALE_ENDED, "ended", null, null),
                Arguments.of(holding, ALREADY_PURCHASED, "already-purchased", Map.of("orderId", "5"), null),
                Arguments.of(
                        new Admission.PriceChanged(9_900),
                        PRICE_CHANGED,
                        "price-changed",
                        Map.of("priceCents", 9_900L),
                        null),
                Arguments.of(barred, TOO_MANY_UNPAID, "too-many-unpaid", Map.of("until", until), "61"),
                Arguments.of(new Admission.Undecided(5), QUEUE_UNAVAILABLE, "undecided", null, "1"),
                Arguments.of(new NotReady(Cause.REBUILDING), SALE_WARMING_UP, "not-ready", null, "1"),
                Arguments.of(new NotReady(Cause.UNREACHABLE), SALE_WARMING_UP, "not-ready", null, "1"));
    }

    @ParameterizedTest
    @MethodSource
    void shouldRefuseAndSayWhatIsToBeKnown(
            Admission outcome,
            ProblemType type,
            String counted,
            @Nullable Map<String, Object> properties,
            @Nullable String retryAfter) {
        ResponseEntity<Object> refused = of(outcome);
        assertProblem(refused, type);
        assertThat(problem(refused).getProperties()).isEqualTo(properties);
        assertThat(refused.getHeaders().getFirst("Retry-After")).isEqualTo(retryAfter);
        assertThat(count(counted)).isEqualTo(1);
        assertThat(count("admitted")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellAndCountAnyReason(RefusalReason reason) {
        ResponseEntity<Object> refused = of(new Admission.Refused(reason));
        assertProblem(refused, reason.problem(RefusalReason.Campaign.SALE));
        assertThat(refused.getHeaders().getFirst("Retry-After"))
                .isEqualTo(reason.meaning() == RefusalReason.Meaning.FINAL ? null : "1");
        assertThat(count(reason.outcome(RefusalReason.Campaign.SALE))).isEqualTo(1);
    }

    @Test
    void shouldLookUpAllThatHaveNoGateAtOnce() {
        List<Set<Long>> asked = new ArrayList<>();
        NotReady missing = new NotReady(Cause.MISSING);
        List<ResponseEntity<Object>> answers = responses(ids -> {
                    asked.add(ids);
                    return Map.of(2L, NOW, 3L, NOW.plusMillis(1));
                })
                .of(List.of(1L, 2L, 3L, 4L, 1L), List.of(missing, missing, missing, new Admission.SoldOut(), missing));
        assertThat(asked).containsExactly(Set.of(1L, 2L, 3L));
        assertProblem(answers.get(0), SALE_NOT_FOUND);
        assertProblem(answers.get(1), SALE_ENDED);
        assertProblem(answers.get(2), SALE_WARMING_UP);
        assertProblem(answers.get(3), SOLD_OUT);
        assertProblem(answers.get(4), SALE_NOT_FOUND);
        assertThat(count("not-found")).isEqualTo(2);
        assertThat(count("ended")).isEqualTo(1);
        assertThat(count("not-ready"))
                .as("anybody can ask for what is not there; waiting rooms slow down by what is not ready")
                .isEqualTo(1);
    }

    @Test
    void shouldAnswerTheOthersWhileTheDatabaseIsAway() {
        List<ResponseEntity<Object>> answers = responses(_ -> {
                    throw new DataAccessResourceFailureException("away");
                })
                .of(List.of(1L, 2L), List.of(new NotReady(Cause.MISSING), new Admission.Admitted(5)));
        assertProblem(answers.get(0), SALE_WARMING_UP);
        assertThat(answers.get(1).getBody()).isEqualTo(5L);
    }
}
