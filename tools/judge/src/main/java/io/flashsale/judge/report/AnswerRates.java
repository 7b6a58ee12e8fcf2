package io.flashsale.judge.report;

import io.flashsale.loadtest.results.Sample;
import io.flashsale.loadtest.results.SampleOutcome;
import io.flashsale.loadtest.results.SampleOutcome.Accepted;
import io.flashsale.loadtest.results.SampleOutcome.Refused;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Answers a second, each kind from its first answer's click to its last answer; zero for none. */
public record AnswerRates(long accepted, long soldOut) {

    public static AnswerRates of(List<Sample> samples, Function<Sample, SampleOutcome> meaning) {
        return new AnswerRates(
                rate(samples, sample -> meaning.apply(sample) instanceof Accepted),
                rate(samples, sample -> meaning.apply(sample).equals(new Refused("sold-out"))));
    }

    private static long rate(List<Sample> samples, Predicate<Sample> kind) {
        List<Sample> those = samples.stream().filter(kind).toList();
        long begin = those.stream().mapToLong(Sample::begin).min().orElse(0);
        long end = those.stream().mapToLong(Sample::end).max().orElse(0);
        return Math.round(those.size() * 1000.0 / Math.max(1, end - begin));
    }
}
