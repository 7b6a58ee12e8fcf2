package io.flashsale.system.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.client.Answer;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.problem.RefusalReason;
import java.net.http.HttpHeaders;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class ShopTests {

    /** The problems that pass, beside those of a {@link RefusalReason}, as docs/problems.md says. */
    private static final Set<ProblemType> PASSING = EnumSet.of(
            ProblemType.COUPONS_UNAVAILABLE,
            ProblemType.RATE_LIMITED,
            ProblemType.SERVICE_UNAVAILABLE,
            ProblemType.GATEWAY_TIMEOUT,
            ProblemType.LOG_IN_PROVIDER_UNAVAILABLE);

    private static Answer refusal(ProblemType type) {
        String text = "{\"type\": \"%s\"}".formatted(type.uri());
        return new Answer(
                "GET /",
                type.status(),
                HttpHeaders.of(Map.of(), (name, value) -> true),
                text,
                JsonMapper.shared().readTree(text));
    }

    private static boolean passes(ProblemType type) {
        return PASSING.contains(type)
                || Stream.of(RefusalReason.values())
                        .filter(reason -> reason.meaning() != RefusalReason.Meaning.FINAL)
                        .flatMap(reason ->
                                Stream.of(RefusalReason.Campaign.values()).map(reason::problem))
                        .anyMatch(type::equals);
    }

    @ParameterizedTest
    @EnumSource
    void shouldAskAgainOnlyAfterWhatPasses(ProblemType type) {
        AtomicInteger calls = new AtomicInteger();
        Answer last = Shop.withRetries(() -> refusal(calls.incrementAndGet() == 1 ? type : ProblemType.SOLD_OUT));

        assertThat(calls).hasValue(passes(type) ? 2 : 1);
        assertThat(last.problem()).isEqualTo((passes(type) ? ProblemType.SOLD_OUT : type).slug());
    }
}
