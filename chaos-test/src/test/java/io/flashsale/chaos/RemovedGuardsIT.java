package io.flashsale.chaos;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.chaos.checker.Violation;
import io.flashsale.chaos.nemesis.Fault;
import io.flashsale.chaos.nemesis.FaultPlan;
import io.flashsale.chaos.report.RoundResult;
import io.flashsale.chaos.shopper.Crowd;
import io.flashsale.chaos.system.Targets;
import io.flashsale.chaos.system.TestedSystem;
import io.flashsale.chaos.system.Topology;
import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.devstack.system.ServiceName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The tester is seen to fail: the real services, with one guard removed from the script at their gate. The edited script lies
 * on the boot class path of stock-service's JVM, which is looked at before the jars; nothing in the product knows of it.
 */
@Tag("chaos")
class RemovedGuardsIT {

    enum Guard {
        /** Whoever holds a unit already gets another one. */
        ONE_FOR_EACH("accepted-and-rejected", false) {
            @Override
            String removedFrom(String script) {
                return replace(
                        replace(script, "elseif not free then", "elseif false then"),
                        "return held[1], free, before",
                        "return held[1], free or user, before");
            }
        },
        /** There is always one more. */
        SOLD_OUT("accepted-and-rejected", false) {
            @Override
            String removedFrom(String script) {
                return replace(script, "elseif remaining <= 0 then", "elseif false then");
            }
        },
        /** What Kafka did not take is known to nobody. */
        OUTBOX("order-lost", true) {
            @Override
            String removedFrom(String script) {
                String removed = script.replaceFirst(
                        "(?s)answer\\[1\\] = redis\\.call\\('XADD'.*?table\\.concat\\(members, ' '\\)\\)",
                        "answer[1] = answer[2] .. '-0'");
                assertThat(removed).isNotEqualTo(script);
                return removed;
            }
        };

        private final String found;
        private final boolean withoutKafka;

        Guard(String found, boolean withoutKafka) {
            this.found = found;
            this.withoutKafka = withoutKafka;
        }

        abstract String removedFrom(String script);

        private static String replace(String script, String guard, String by) {
            assertThat(script).contains(guard);
            return script.replace(guard, by);
        }

        FaultPlan faults() {
            return new FaultPlan(
                    withoutKafka ? List.of(new Fault(Fault.Kind.KILL, Targets.KAFKA, 500, 4_000, 0)) : List.of());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindThatItIsMissing(Guard guard) throws Exception {
        Path folder = Path.of("target/removed-guard-" + guard + "-"
                        + ProcessHandle.current().pid())
                .toAbsolutePath();
        Path classes = classesWith(guard, folder);
        try (TestedSystem system = TestedSystem.start(
                        ProjectRoot.find(),
                        folder.resolve("data"),
                        Topology.SINGLE,
                        1,
                        wiring -> wiring.jvmArgument(ServiceName.STOCK, "-Xbootclasspath/a:" + classes));
                Round round = Round.prepare(system, new RoundPlan(1, guard.faults(), Crowd.of(11, 400, 4_000)), "")) {
            RoundResult result = round.run();
            assertThat(result.violations().stream().map(Violation::toString).collect(joining("\n")))
                    .contains(guard.found);
        }
    }

    private static Path classesWith(Guard guard, Path folder) throws IOException {
        Path script = ProjectRoot.find().resolve("admission/src/main/resources/lua/reserve.lua");
        Path edited = folder.resolve("classes/lua/reserve.lua");
        Files.createDirectories(folder.resolve("classes/lua"));
        Files.writeString(edited, guard.removedFrom(Files.readString(script)));
        return folder.resolve("classes");
    }
}
