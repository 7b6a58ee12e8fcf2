package io.flashsale.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.chaos.checker.OperationOutcome.Ok;
import io.flashsale.chaos.checker.OperationOutcome.Refused;
import io.flashsale.chaos.checker.OperationOutcome.Undecided;
import io.flashsale.client.Answer;
import io.flashsale.client.Reply;
import java.net.http.HttpHeaders;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What counts as done, as refused, and as neither. */
class OperationOutcomeTests {

    private static Answer answer(int status, String body) {
        return new Answer(
                "POST /",
                status,
                HttpHeaders.of(Map.of(), (_, _) -> true),
                body,
                JsonMapper.shared().readTree(body));
    }

    private static OperationOutcome refusal(int status, String body) {
        return OperationOutcome.of(() -> new Reply.Refusal<Long>(answer(status, body)), id -> id);
    }

    @Test
    void isDoneWithTheIdInTheAnswer() {
        History history = new History();
        OperationOutcome outcome = history.record(
                1, Operation.Kind.RESERVE, 7, 0, () -> new Reply.Success<>(10L, answer(202, "{}")), id -> id);
        assertThat(outcome).isEqualTo(new Ok(10));
        assertThat(history.operations()).extracting(Operation::outcome).containsExactly(outcome);
        assertThat(outcome.isUndecided()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "409 | {\"type\":\"/problems/sold-out\"} | sold-out | 0",
                "409 | {\"type\":\"/problems/already-purchased\",\"orderId\":\"10\"} | already-purchased | 10",
                "409 | {\"type\":\"/problems/already-claimed\",\"couponId\":\"20\"} | already-claimed | 20",
                "409 | {\"orderId\":\"none\"} | status 409 | 0",
                "499 | {} | status 499 | 0"
            })
    void isRefusedWithTheIdInTheRefusal(int status, String body, String problem, long id) {
        assertThat(refusal(status, body)).isEqualTo(new Refused(problem, id));
    }

    /** Such an answer promises nothing, whatever it names. */
    @Test
    void isUndecidedFrom500On() {
        assertThat(refusal(500, "{}")).isEqualTo(new Undecided("500 status 500"));
        OperationOutcome unavailable = refusal(503, "{\"type\":\"/problems/queue-unavailable\",\"orderId\":\"10\"}");
        assertThat(unavailable).isEqualTo(new Undecided("503 queue-unavailable"));
        assertThat(unavailable.id()).isZero();
        assertThat(unavailable.isOk()).isFalse();
    }
}
