package io.flashsale.locklab.redis;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Operations;
import java.util.List;

/** A7 to A9 and A17: locks that know their owner, renew their lease, and number their holders. */
final class OwnerLockCases {

    private static final String LONG_WORK = "The work takes longer than the lease.";

    private OwnerLockCases() {}

    static List<Case> all() {
        return List.of(ownerChecked(), owner(), watchdog());
    }

    private static Case ownerChecked() {
        return Case.of("A7", Kind.LOCK)
                .scheme(
                        OwnerCheckedLock.class,
                        context -> Operations.locked(new OwnerCheckedLock(context.redis(), context.lease()), context),
                        freesAnothersLock(),
                        Scenario.fails(
                                        "pause-before-delete",
                                        Fault.SLOW,
                                        Failure.WRONG_RELEASE,
                                        OwnerLockCases::pauseBeforeDelete)
                                .curedBy("A8/pause-before-delete"),
                        Scenario.crowd());
    }

    private static Case owner() {
        return Case.of("A8", Kind.LOCK)
                .scheme(
                        OwnerLock.class,
                        context -> Operations.locked(new OwnerLock(context.redis(), context.lease()), context),
                        freesAnothersLock(),
                        Scenario.holds("pause-before-delete", Fault.SLOW, OwnerLockCases::pauseBeforeDelete),
                        Scenario.fails(
                                        "lease-too-short",
                                        Fault.SLOW,
                                        Failure.TWO_HOLDERS,
                                        FaultScenarios::workOutlivesLease)
                                .with("lease", 200)
                                .curedBy("A9/lease-too-short"),
                        Scenario.fails("enters-again", Fault.NONE, Failure.NOT_REENTRANT, FaultScenarios::entersAgain)
                                .curedBy("A11/enters-again"),
                        Scenario.crowd());
    }

    private static Case watchdog() {
        return Case.of("A9", Kind.LOCK)
                .scheme(
                        WatchdogLock.class,
                        context -> Operations.locked(new WatchdogLock(context.redis(), context.lease()), context),
                        Scenario.holds("lease-too-short", Fault.SLOW, FaultScenarios::workOutlivesLease)
                                .with("lease", 1_500),
                        Scenario.holds("holder-dies", Fault.KILL, FaultScenarios::holderDies)
                                .with("lease", 1_500),
                        Scenario.fails(
                                        "paused-holder",
                                        Fault.PAUSE,
                                        Failure.STALE_WRITE,
                                        FaultScenarios::holderIsPaused)
                                .with("lease", 1_500)
                                .curedBy("A17/paused-holder"),
                        Scenario.crowd());
    }

    static Case fenced() {
        return Case.of("A17", Kind.LOCK)
                .scheme(
                        FencedLock.class,
                        context -> Operations.locked(new FencedLock(context.redis(), context.lease()), context),
                        Scenario.holds("paused-holder", Fault.PAUSE, FaultScenarios::holderIsPaused)
                                .with("lease", 1_500)
                                .with("fenced", true)
                                .tolerating(Failure.TWO_HOLDERS),
                        Scenario.fails(
                                        "resource-does-not-check",
                                        Fault.PAUSE,
                                        Failure.STALE_WRITE,
                                        FaultScenarios::holderIsPaused)
                                .with("lease", 1_500)
                                .curedBy("A17/paused-holder"),
                        Scenario.crowd().with("fenced", true));
    }

    private static Scenario freesAnothersLock() {
        return Scenario.holds("frees-anothers-lock", Fault.SLOW, FaultScenarios::leavesLate)
                .tolerating(Failure.TWO_HOLDERS, Failure.STALE_WRITE, Failure.OVERSOLD);
    }

    private static void pauseBeforeDelete(ScenarioContext context) {
        FaultScenarios.robs(context, OwnerCheckedLock.BETWEEN);
    }
}
