package io.flashsale.locklab.redis.waiting;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Operations;
import java.time.Duration;
import java.util.List;

/** A12 and A13: waiting by polling, and waiting for a notification. */
public final class WaitingLockCases {

    private WaitingLockCases() {}

    public static List<Case> all() {
        return List.of(polling(), notified());
    }

    private static Case polling() {
        return Case.of("A12", Kind.LOCK)
                .scheme(
                        PollingLock.class,
                        context -> Operations.locked(new PollingLock(context.redis(), context.lease()), context),
                        Scenario.fails("ten-wait", Fault.NONE, Failure.POLLING, FaultScenarios::othersWait)
                                .with("timeout", 60_000)
                                .curedBy("A13/ten-wait"),
                        Scenario.crowd());
    }

    private static Case notified() {
        return Case.of("A13", Kind.LOCK)
                .scheme(
                        NotifiedLock.class,
                        context -> Operations.locked(new NotifiedLock(context.redis(), context.lease()), context),
                        Scenario.holds("ten-wait", Fault.NONE, FaultScenarios::othersWait)
                                .with("timeout", 60_000),
                        Scenario.holds("holder-dies", Fault.KILL, WaitingLockCases::holderDies)
                                .with("lease", 1_500)
                                .with("timeout", 60_000),
                        Scenario.crowd());
    }

    /**
     * Ann's process is killed while she is inside and Bob waits. The end of her lease must wake Bob, not a deadline.
     */
    private static void holderDies(ScenarioContext context) {
        Duration bobsTimeout = Duration.ofMillis(Long.parseLong(context.setting("timeout", "0")));
        long begin = System.nanoTime();
        FaultScenarios.holderDies(context);
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        if (took.compareTo(bobsTimeout) >= 0) {
            context.found(Failure.LOCKED_OUT, "slept-on", took.toMillis());
        }
    }
}
