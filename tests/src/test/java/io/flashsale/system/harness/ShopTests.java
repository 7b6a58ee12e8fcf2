package io.flashsale.system.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.client.Answer;
import io.flashsale.contracts.problem.ProblemType;
import java.net.http.HttpHeaders;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class ShopTests {

    /** The refusals that pass, as docs/problems.md says. A new type has to be added here, or to those that last. */
    private static final Set<ProblemType> PASSING = EnumSet.of(
            ProblemType.SALE_WARMING_UP,
            ProblemType.COUPON_WARMING_UP,
            ProblemType.COUPONS_UNAVAILABLE,
            ProblemType.RATE_LIMITED,
            ProblemType.SERVICE_UNAVAILABLE,
            ProblemType.QUEUE_UNAVAILABLE,
            ProblemType.GATEWAY_TIMEOUT);

    private static Answer refusal(ProblemType type) {
        String text = "{\"type\": \"%s\"}".formatted(type.uri());
        return new Answer(
                "GET /",
                type.status(),
                HttpHeaders.of(Map.of(), (name, value) -> true),
                text,
                JsonMapper.shared().readTree(text));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAskAgainOnlyAfterWhatPasses(ProblemType type) {
        AtomicInteger calls = new AtomicInteger();
        Answer last = Shop.withRetries(() -> refusal(calls.incrementAndGet() == 1 ? type : ProblemType.SOLD_OUT));

        assertThat(calls).hasValue(PASSING.contains(type) ? 2 : 1);
        assertThat(last.problem()).isEqualTo((PASSING.contains(type) ? ProblemType.SOLD_OUT : type).slug());
    }
}
