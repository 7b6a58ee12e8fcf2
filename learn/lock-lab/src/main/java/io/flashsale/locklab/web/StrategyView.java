package io.flashsale.locklab.web;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Expectation;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.Limits;
import io.flashsale.locklab.text.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A case as the API returns it, each text in both languages. */
record StrategyView(
        String id,
        String group,
        Text name,
        Kind kind,
        Text shows,
        List<Text> guarantees,
        List<Text> doesNotGuarantee,
        List<ScenarioView> scenarios,
        List<ScenarioView> asked,
        Source source) {

    /** The path of the class in the repository. */
    record Source(String path, String language) {}

    /** A scenario as the API returns it. */
    record ScenarioView(
            String id,
            String fault,
            Expectation expected,
            @Nullable String failure,
            Text explanation,
            Scenario.@Nullable Cure cure,
            boolean takesSizes) {}

    /** All cases, and the limits of a run. */
    record Strategies(List<StrategyView> strategies, LimitsView limits) {}

    /** The limits of a run. */
    record LimitsView(int stock, int buyers, int processes, long seconds, int runsAtOnce) {

        static LimitsView present() {
            return new LimitsView(Limits.STOCK, Limits.BUYERS, Limits.PROCESSES, Limits.TIME.toSeconds(), 1);
        }
    }

    static StrategyView of(Case each) {
        return new StrategyView(
                each.id(),
                each.group(),
                each.name(),
                each.kind(),
                each.shows(),
                each.guarantees(),
                each.doesNotGuarantee(),
                each.scenarios().stream().map(scenario -> of(each, scenario)).toList(),
                each.asked().stream().map(scenario -> of(each, scenario)).toList(),
                new Source("learn/lock-lab/src/main/java/" + SchemeSources.pathOf(each.source()), "java"));
    }

    private static ScenarioView of(Case each, Scenario scenario) {
        Failure failure = scenario.failure();
        return new ScenarioView(
                scenario.id(),
                scenario.fault().slug(),
                scenario.expected(),
                failure == null ? null : failure.slug(),
                each.explanation(scenario),
                scenario.cure(),
                scenario.takesSizes());
    }
}
