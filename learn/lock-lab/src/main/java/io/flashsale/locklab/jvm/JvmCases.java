package io.flashsale.locklab.jvm;

import static io.flashsale.locklab.catalogue.Fault.NONE;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.OVERSOLD;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import java.util.List;

/** A1 and A2: no lock, and a lock within one process. */
public final class JvmCases {

    private JvmCases() {}

    public static List<Case> all() {
        return List.of(
                Case.of("A1", Kind.STOCK)
                        .scheme(
                                ReadTestWrite.class,
                                context -> Operations.of(new ReadTestWrite(context.resource())),
                                fails("all-read-first", NONE, OVERSOLD, FaultScenarios::fiveAtOnce)
                                        .curedBy("A3/all-read-first"),
                                Scenario.crowdThatMayFail(Failure.OVERSOLD)),
                Case.of("A2", Kind.LOCK)
                        .waitingShows(context -> context.count("blocked") > 0)
                        .scheme(
                                MonitorLock.class,
                                JvmCases::monitor,
                                fails("two-processes", NONE, OVERSOLD, FaultScenarios::oneAtATime)
                                        .curedBy("A3/one-at-a-time"),
                                holds("one-process", NONE, FaultScenarios::oneAtATime)
                                        .inProcesses(1),
                                Scenario.crowdThatMayFail(Failure.OVERSOLD)
                                        .tolerating(Failure.TWO_HOLDERS, Failure.STALE_WRITE)));
    }

    private static Operations monitor(SchemeContext context) {
        return Operations.locked(new MonitorLock(), context);
    }
}
