package io.flashsale.locklab.matrix;

import io.flashsale.locklab.asked.Questions;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** A property that a lock should have: a column of the matrix. */
enum Property {
    ONE_AT_A_TIME("one-at-a-time", "two-processes", "one-process", "all-read-first", "five-at-once"),
    AFTER_A_PAUSE(
            "paused-holder",
            "paused-holder-fenced",
            "resource-does-not-check",
            "value-comes-back",
            "answer-is-late",
            "answer-is-late-named",
            "unlocked-not-committed",
            "committed-then-unlocked",
            Questions.PAUSE),
    AFTER_A_DEATH("holder-dies", "dies-between", "dies-after-script", Questions.DEATH),
    AFTER_THE_SERVERS_DEATH(
            "server-dies", "server-dies-named", "server-stays-away", "server-forgets-late", Questions.SERVER),
    REENTRANT("enters-again", "count-outlives-lease", "count-outlives-session", Questions.AGAIN),
    WAITS(Questions.MEETS),
    FAIR("order-of-arrival", "queue", Questions.IN_LINE),
    TOKEN(Questions.MEETS),
    COMMANDS(Questions.ALONE, Scenario.CROWD),
    TIME(Questions.ALONE, Scenario.CROWD);

    /** Optimistic schemes lose attempts when all read first. That is no violation, so this column ignores it. */
    private static final Set<String> OPTIMISTIC = Set.of("D4", "D5", "D6");

    /** The schemes that promise the order of arrival; elsewhere a run has only shown it. */
    private static final Set<String> KEEP_AN_ORDER = Set.of("A15", "C2", "C3", "C4", "C5", "D2");

    private final List<String> scenarios;

    Property(String... scenarios) {
        this.scenarios = List.of(scenarios);
    }

    /** The name in the file. */
    String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether a good run shows what the scheme promises, and not only what happened. */
    boolean isPromisedBy(Case scheme) {
        return this != FAIR || KEEP_AN_ORDER.contains(scheme.id());
    }

    /** Whether the answer is a figure rather than yes or no. */
    boolean isMeasured() {
        return this == COMMANDS || this == TIME;
    }

    /** The scenarios whose runs answer this for a scheme, in the case's order; empty if none was asked. */
    List<Scenario> evidence(Case scheme) {
        List<Scenario> found = Stream.concat(scheme.scenarios().stream(), scheme.asked().stream())
                .filter(scenario -> isAbout(scheme, scenario))
                .toList();
        if (this != ONE_AT_A_TIME || !found.isEmpty()) {
            return found;
        }
        return Stream.of(Questions.MEETS, Scenario.CROWD)
                .flatMap(id -> scheme.scenario(id).stream())
                .limit(1)
                .toList();
    }

    private boolean isAbout(Case scheme, Scenario scenario) {
        if (this == TOKEN && scheme.kind() != Kind.LOCK) {
            return false;
        }
        return switch (this) {
            case ONE_AT_A_TIME ->
                !OPTIMISTIC.contains(scheme.id())
                        && (scenarios.contains(scenario.id()) || scenario.id().startsWith("two-requests"));
            case AFTER_THE_SERVERS_DEATH ->
                scenarios.contains(scenario.id())
                        || scenario.fault() == Fault.SERVER_KILL
                        || scenario.fault() == Fault.PARTITION;
            default -> scenarios.contains(scenario.id());
        };
    }
}
