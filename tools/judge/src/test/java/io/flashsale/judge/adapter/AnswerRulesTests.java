package io.flashsale.judge.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.judge.adapter.AnswerRule.Meaning;
import io.flashsale.loadtest.results.Sample;
import io.flashsale.loadtest.results.SampleOutcome;
import io.flashsale.loadtest.results.SampleOutcome.Accepted;
import io.flashsale.loadtest.results.SampleOutcome.Indeterminate;
import io.flashsale.loadtest.results.SampleOutcome.Refused;
import io.flashsale.loadtest.results.SampleOutcome.Unexpected;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerRulesTests {

    private static final List<AnswerRule> RULES = List.of(
            new AnswerRule(
                    Meaning.ACCEPTED,
                    null,
                    List.of(200, 202),
                    Map.of("$.ok", "true"),
                    null,
                    AnswerValue.AtPath.of("$.data.id")),
            new AnswerRule(Meaning.REFUSED, "sold-out", List.of(), Map.of(), "sold.?out", null),
            new AnswerRule(Meaning.UNDECIDED, null, List.of(503), Map.of(), null, null));

    private final AnswerRules rules = new AnswerRules(RULES, false);

    private SampleOutcome of(int status, String body) {
        return rules.of(new HttpAnswer(status, Map.of(), body));
    }

    @Test
    void acceptsWithTheOrderId() {
        assertThat(of(202, "{\"ok\":true,\"data\":{\"id\":-9007199254740993}}"))
                .isEqualTo(new Accepted("-9007199254740993"));
        assertThat(of(200, "{\"ok\":true}")).isEqualTo(new Accepted(""));
    }

    @Test
    void takesTheFirstRuleThatFits() {
        assertThat(of(200, "{\"ok\":true,\"text\":\"sold out soon\"}")).isEqualTo(new Accepted(""));
        assertThat(of(200, "{\"ok\":false,\"text\":\"sold out\"}")).isEqualTo(new Refused("sold-out"));
        assertThat(of(503, "<html>")).isInstanceOf(Indeterminate.class);
    }

    @Test
    void leavesOpenWhatAServerErrorDidAndNamesWhatNoRuleKnows() {
        assertThat(of(500, "broken")).isEqualTo(new Indeterminate("no rule knows 500 broken"));
        assertThat(of(401, "")).isEqualTo(new Unexpected("401 without a body"));
        assertThat(new AnswerRules(RULES, true).of(new HttpAnswer(401, Map.of(), "")))
                .isInstanceOf(Indeterminate.class);
    }

    @Test
    void countsAnswersTogetherThatDifferInATimeOrAnId() {
        assertThat(of(
                        500,
                        "{\"timestamp\":\"2026-11-30T09:01:02.345Z\",\"status\":500,\"trace\":\"0af7651916cd43dd\"}"))
                .isEqualTo(of(
                        500, "{\"timestamp\":\"2027-01-02T03:04:05Z\",\"status\":500,\"trace\":\"8448eb211c80319c\"}"));
        assertThat(of(400, "{\"code\":5001}")).isNotEqualTo(of(400, "{\"code\":5002}"));
    }

    @Test
    void leavesOpenWhatGotNoAnswer() {
        Sample sample = new Sample(
                0,
                1,
                "reserve",
                "Non HTTP response code: java.net.ConnectException",
                false,
                "",
                "7",
                "",
                "",
                "",
                "",
                "");

        assertThat(rules.of(sample)).isEqualTo(new Indeterminate("ConnectException"));
    }

    @Test
    void saysWhyARuleDoesNotFit() {
        assertThat(RULES.getFirst().mismatch(new HttpAnswer(404, Map.of(), "")))
                .contains("status is 404, not 200, 202");
        assertThat(RULES.getFirst().mismatch(new HttpAnswer(200, Map.of(), "{\"ok\":false}")))
                .contains("$.ok is 'false', not 'true'");
        assertThat(RULES.getFirst().mismatch(new HttpAnswer(200, Map.of(), "no JSON")))
                .contains("$.ok is missing, not 'true'");
    }

    @Test
    void findsValuesInBodiesAndHeaders() {
        HttpAnswer answer = new HttpAnswer(
                200, Map.of("set-cookie", List.of("a=1", "token=abc; Path=/")), "[{\"t\":\"x\"},{\"t\":\"y\"}]");

        assertThat(AnswerValue.AtPath.of("$[*].t").allIn(answer)).containsExactly("x", "y");
        assertThat(AnswerValue.Matching.of("\"t\":\"(.)\"", null).allIn(answer)).containsExactly("x", "y");
        assertThat(AnswerValue.Matching.of("token=([^;]+)", "set-cookie").in(answer))
                .contains("abc");
        assertThat(AnswerValue.AtPath.of("$.none").in(answer)).isEmpty();
    }
}
