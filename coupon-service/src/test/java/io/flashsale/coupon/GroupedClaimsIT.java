package io.flashsale.coupon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.StockGateRebuild;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.admission.AdmittedBeforeHeader;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.redisson.api.RLock;
import tools.jackson.databind.JsonNode;

/** Claims of many shoppers in one call, as the gateway sends them. */
class GroupedClaimsIT extends CouponServiceFixture {

    private static AdmissionCall.Line line(long template, long user) {
        return new AdmissionCall.Line(template, user, "of-the-shopper-" + user, null);
    }

    private List<JsonNode> answers(AdmissionCall.Line... group) {
        String body = json.writeValueAsString(new AdmissionCall(List.of(group), null));
        Answer answer = call("POST", AdmissionCall.PATH, gateway(), body);
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(200);
        return answer.body().path("answers").valueStream().toList();
    }

    private JsonNode body(JsonNode answer) {
        return json.readTree(answer.path("body").asString());
    }

    private String coupon(JsonNode answer) {
        return body(answer).path("couponId").asString();
    }

    @Test
    void shouldTellEachOfAMixedGroupWhatHeWouldBeToldAlone() {
        long template = template(2, FIVE_OFF);
        long twice = template(5, FIVE_OFF + ", \"perPerson\": 2");
        long rebuilt = template(5, FIVE_OFF);
        long ended = template(1, ENDED);
        long unknown = 999_999_999L;
        claimed(template, 1); // one coupon is left
        RLock rebuilding = redis.getLock("coupon:rebuild");
        List<JsonNode> answers;
        rebuilding.lock(10, TimeUnit.MINUTES); // otherwise the warm-up would soon end the rebuild
        try {
            StockGateRebuild.begin(gates, rebuilt);
            answers = answers(
                    line(template, 2),
                    line(twice, 2),
                    line(template, 3),
                    line(unknown, 2),
                    line(template, 2),
                    line(rebuilt, 2),
                    line(twice, 2),
                    line(twice, 2),
                    line(ended, 2),
                    line(template, 1));
        } finally {
            rebuilding.unlock();
        }

        assertThat(answers)
                .extracting(answer -> answer.path("status").asInt())
                .containsExactly(202, 202, 409, 404, 409, 503, 202, 409, 409, 409);
        assertThat(body(answers.getFirst()).path("status").asString()).isEqualTo("QUEUED");
        assertThat(answers)
                .extracting(answer -> body(answer).path("type").asString(""))
                .containsExactly(
                        "", "",
                        "/problems/sold-out", "/problems/coupon-not-found",
                        "/problems/already-claimed", "/problems/coupon-warming-up",
                        "", "/problems/already-claimed",
                        "/problems/coupon-ended", "/problems/already-claimed");
        assertThat(coupon(answers.get(4))).isEqualTo(coupon(answers.getFirst()));
        assertThat(coupon(answers.get(6))).isNotEqualTo(coupon(answers.get(1)));
        assertThat(answers.get(5).path("headers").path("Retry-After").asString())
                .isEqualTo("1");
        await().atMost(SOON).until(() -> issued(template) == 2 && issued(twice) == 2);
    }

    @Test
    void shouldTellTheGatewayThatANamedClaimGotNothingNew() {
        long template = template(5, FIVE_OFF + ", \"perPerson\": 2");
        AdmissionCall.Line named = new AdmissionCall.Line(template, 1, "of-the-shopper-1", null, null, "click-1");
        JsonNode first = answers(named).getFirst();
        JsonNode again = answers(named).getFirst();
        assertThat(coupon(again)).isEqualTo(coupon(first));
        assertThat(first.path("headers").has(AdmittedBeforeHeader.NAME)).isFalse();
        assertThat(again.path("headers").has(AdmittedBeforeHeader.NAME)).isTrue();
    }

    @Test
    void shouldListenToNobodyButTheGateway() {
        String one = json.writeValueAsString(new AdmissionCall(List.of(line(1, 1)), null));
        assertThat(call("POST", AdmissionCall.PATH, "", one).status()).isEqualTo(401);
        assertThat(call("POST", AdmissionCall.PATH, shopper(1), one).status()).isEqualTo(403);
        assertThat(call("POST", AdmissionCall.PATH, admin(), one).status()).isEqualTo(403);
    }
}
