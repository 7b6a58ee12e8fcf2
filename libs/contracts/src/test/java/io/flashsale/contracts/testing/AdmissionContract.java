package io.flashsale.contracts.testing;

import static io.flashsale.contracts.testing.InternalCalls.newId;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.contracts.admission.AdmissionAnswers;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.reservation.SaleStateHeader;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * How stock-service answers the gateway's {@link AdmissionCall}: each shopper gets the answer of an individual
 * call.
 */
public interface AdmissionContract {

    String url();

    String gatewayToken();

    long openSale();

    long soldOutSale();

    long unknownSale();

    private static JsonNode body(Answer answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    @Test
    default void shouldAnswerEachRequestOfAGroupByItselfAndInSequence() {
        long open = openSale();
        List<AdmissionCall.Line> requests = List.of(line(soldOutSale()), line(open), line(unknownSale()), line(open));
        List<Answer> answers = answers(new AdmissionCall(requests, null));

        assertThat(answers).extracting(Answer::status).containsExactly(409, 202, 404, 202);
        assertThat(answers)
                .extracting(answer -> answer.headers().get("Content-Type"))
                .containsExactly(
                        "application/problem+json", "application/json", "application/problem+json", "application/json");
        for (Answer admitted : List.of(answers.get(1), answers.get(3))) {
            assertThat(body(admitted).path("status").asString()).isEqualTo("QUEUED");
            assertThat(admitted.headers())
                    .containsEntry(
                            "Location",
                            "/api/orders/" + body(admitted).path("orderId").asString());
        }
        assertThat(body(answers.get(0)).path("type").asString()).isEqualTo("/problems/sold-out");
        assertThat(answers.get(0).headers()).containsEntry(SaleStateHeader.NAME, SaleStateHeader.SOLD_OUT);
        assertThat(body(answers.get(2)).path("type").asString()).isEqualTo("/problems/sale-not-found");
    }

    @Test
    default void shouldDecideOnACallOfALaterVersion() {
        AdmissionCall call = new AdmissionCall(List.of(line(openSale())), null);
        assertThat(answers(Recorded.withUnknownFields(call)))
                .extracting(Answer::status)
                .containsExactly(202);
    }

    private List<Answer> answers(Object call) {
        return InternalCalls.post(url() + AdmissionCall.PATH, gatewayToken(), call, AdmissionAnswers.class)
                .answers();
    }

    private static AdmissionCall.Line line(long sale) {
        return new AdmissionCall.Line(sale, newId(), "of-the-contract-test", null);
    }
}
