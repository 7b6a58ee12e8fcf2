package io.flashsale.locklab.jvm;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import java.util.List;

/** A1 and A2: no lock, and a lock that ends at the process. */
public final class JvmCases {

    private JvmCases() {}

    public static List<Case> all() {
        return List.of(
                Case.of("A1", Kind.STOCK, "Read, test, write")
                        .shows("The race itself: GET, minus one, SET.")
                        .doesNotGuarantee("that a unit is sold once, as soon as there are two buyers")
                        .scheme(
                                ReadTestWrite.class,
                                context -> Operations.of(new ReadTestWrite(context.resource())),
                                Scenario.fails(
                                                "all-read-first",
                                                Fault.NONE,
                                                Failure.OVERSOLD,
                                                "Five buyers are held between reading and writing until all have read"
                                                        + " 100; then all write 99.",
                                                FaultScenarios::fiveAtOnce)
                                        .curedBy("A3/all-read-first"),
                                Scenario.crowdThatMayFail(
                                        Failure.OVERSOLD,
                                        "The same race, unaided: chance decides how often it is lost.")),
                Case.of("A2", Kind.LOCK, "JVM monitor (synchronized)")
                        .shows("Right inside one JVM, and worth nothing between two.")
                        .guarantees("one thread of a process at a time", "release whatever happens", "reentrancy")
                        .doesNotGuarantee("anything between two processes")
                        .waitingShows(context -> context.count("blocked") > 0)
                        .scheme(
                                MonitorLock.class,
                                JvmCases::monitor,
                                Scenario.fails(
                                                "two-processes",
                                                Fault.NONE,
                                                Failure.OVERSOLD,
                                                "Each process has a monitor of its own: a buyer in the second one walks"
                                                        + " in while the first has read and not yet written.",
                                                FaultScenarios::oneAtATime)
                                        .curedBy("A3/one-at-a-time"),
                                Scenario.holds(
                                                "one-process",
                                                Fault.NONE,
                                                "Both buyers are in one process: the second waits at the monitor.",
                                                FaultScenarios::oneAtATime)
                                        .inProcesses(1),
                                Scenario.crowdThatMayFail(
                                                Failure.OVERSOLD,
                                                "In one process nothing goes wrong; with two or more the race is back.")
                                        .tolerating(Failure.TWO_HOLDERS, Failure.STALE_WRITE)));
    }

    private static Operations monitor(SchemeContext context) {
        return Operations.locked(new MonitorLock(), context);
    }
}
