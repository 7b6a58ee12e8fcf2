package io.flashsale.simulation.shop;

import io.flashsale.simulation.schedule.Shrinking;
import io.flashsale.simulation.script.Scripts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs schedules, one after the other, on one thread. */
final class Simulation {

    private final Kit kit;

    Simulation(Kit kit) {
        this.kit = kit;
    }

    /** With changed scripts. */
    Simulation(Scripts scripts) {
        this(new Kit(scripts, (_, ledger) -> ledger, false));
    }

    Simulation() {
        this(new Kit());
    }

    /** A schedule after which something is wrong, and what. */
    record Violation(long seed, Schedule schedule, List<String> findings) {}

    /** Makes the schedule of a seed and runs it; returns what was wrong at its end. */
    Optional<Violation> run(long seed, int steps) {
        Setting setting = Schedules.setting(seed);
        SimulatedShop shop = new SimulatedShop(kit, setting, null);
        List<ScheduleStep> made;
        List<String> findings;
        try {
            made = Schedules.run(seed, steps, shop);
            findings = shop.settle();
        } catch (AssertionError fault) {
            throw new AssertionError("seed " + seed + " cannot be simulated", fault);
        }
        return findings.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation(seed, new Schedule(setting, made), findings));
    }

    /** What is wrong after this schedule. */
    List<String> findings(Schedule schedule) {
        return play(schedule, null);
    }

    private List<String> play(Schedule schedule, @Nullable List<World.Event> events) {
        SimulatedShop shop = new SimulatedShop(kit, schedule.setting(), events);
        schedule.steps().forEach(shop::take);
        return shop.settle();
    }

    /** The same violation, by a schedule of which no step can be left out. */
    Violation shortest(Violation violation) {
        return shortest(violation, "");
    }

    /** The same, as long as one of the findings has this text in it. */
    Violation shortest(Violation violation, String finding) {
        List<ScheduleStep> steps = Shrinking.shortest(
                violation.schedule().steps(),
                some -> findings(violation.schedule().with(some)).stream().anyMatch(text -> text.contains(finding)));
        Schedule shortest = violation.schedule().with(steps);
        return new Violation(violation.seed(), shortest, findings(shortest));
    }

    /** The violation as text: what is wrong, the schedule as a diagram, and as a test to paste. */
    String report(Violation violation) {
        List<World.Event> events = new ArrayList<>();
        List<String> findings = play(violation.schedule(), events);
        return SpaceTimeDiagram.of(events) + "\n" + String.join("\n", findings) + "\n\n" + asTest(violation);
    }

    private static String asTest(Violation violation) {
        Setting setting = violation.schedule().setting();
        StringBuilder test = new StringBuilder("@Test\nvoid seed" + violation.seed()
                + "() {\n    assertThat(new Simulation().findings(new Schedule(new Setting(" + setting.units() + ", "
                + setting.limit() + "), List.of(");
        String separator = "\n            ";
        for (ScheduleStep step : violation.schedule().steps()) {
            test.append(separator).append(step.java());
            separator = ",\n            ";
        }
        return test.append(")))).isEmpty();\n}\n").toString();
    }
}
