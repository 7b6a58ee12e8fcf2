package io.flashsale.judge.adapter;

import io.flashsale.loadtest.results.Sample;
import io.flashsale.loadtest.results.SampleOutcome;
import io.flashsale.loadtest.results.SampleOutcome.Accepted;
import io.flashsale.loadtest.results.SampleOutcome.Indeterminate;
import io.flashsale.loadtest.results.SampleOutcome.Refused;
import io.flashsale.loadtest.results.SampleOutcome.Unexpected;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Classifies answers: the first rule that fits counts.
 *
 * @param disturbed whether parts are killed meanwhile: then an answer that no rule knows leaves the effect open
 */
public record AnswerRules(List<AnswerRule> rules, boolean disturbed) {

    public SampleOutcome of(Sample sample) {
        if (!sample.code().matches("[1-5][0-9][0-9]")) {
            String exception = sample.code().replaceAll(".*[.:]", "").strip();
            return new Indeterminate(exception.isEmpty() ? "no answer" : exception);
        }
        return of(new HttpAnswer(Integer.parseInt(sample.code()), Map.of(), sample.answer()));
    }

    public SampleOutcome of(HttpAnswer answer) {
        Optional<AnswerRule> first =
                rules.stream().filter(rule -> rule.mismatch(answer).isEmpty()).findFirst();
        if (first.isEmpty()) {
            // A server error says nothing about its effect.
            return disturbed || answer.status() >= 500
                    ? new Indeterminate("no rule knows " + answer.kind())
                    : new Unexpected(answer.kind());
        }
        AnswerRule rule = first.get();
        return switch (rule.is()) {
            case ACCEPTED ->
                new Accepted(rule.order() == null ? "" : rule.order().in(answer).orElse(""));
            case REFUSED -> new Refused(String.valueOf(rule.reason()));
            case UNDECIDED -> new Indeterminate("undecided: " + answer.kind());
        };
    }
}
