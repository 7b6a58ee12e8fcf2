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

/** A7 to A9 and A17: locks that know their owner, keep their lease, and number their holders. */
final class OwnerLockCases {

    private static final String LONG_WORK = "The work takes longer than the lease.";

    private OwnerLockCases() {}

    static List<Case> all() {
        return List.of(ownerChecked(), owner(), watchdog());
    }

    private static Case ownerChecked() {
        return Case.of("A7", Kind.LOCK, "Owner token, GET-compare-DEL")
                .shows("Who frees a lock looks first whether it is theirs.")
                .guarantees(
                        "what A6 does", "that a holder whose lease is over leaves the next one's lock alone, mostly")
                .doesNotGuarantee("that it is still one's own when one deletes it: these are two commands")
                .scheme(
                        OwnerCheckedLock.class,
                        context -> Operations.locked(new OwnerCheckedLock(context.redis(), context.lease()), context),
                        freesAnothersLock(),
                        Scenario.fails(
                                        "pause-before-delete",
                                        Fault.SLOW,
                                        Failure.WRONG_RELEASE,
                                        "The lease ends between the comparison and the DEL, which hits the next one's lock. "
                                                + FaultScenarios.LEASE_ENDED_BY_HAND,
                                        OwnerLockCases::pauseBeforeDelete)
                                .curedBy("A8/pause-before-delete"),
                        Scenario.crowd("Right, as long as nobody takes longer than the lease."));
    }

    private static Case owner() {
        return Case.of("A8", Kind.LOCK, "Owner token, compare-and-delete in Lua")
                .shows("Atomic release.")
                .guarantees(
                        "one holder at a time within the lease",
                        "release whatever happens",
                        "nobody frees another's lock")
                .doesNotGuarantee("one holder after the lease", "reentrancy", "waiting")
                .scheme(
                        OwnerLock.class,
                        context -> Operations.locked(new OwnerLock(context.redis(), context.lease()), context),
                        freesAnothersLock(),
                        Scenario.holds(
                                "pause-before-delete",
                                Fault.SLOW,
                                "The lease ends before the release; the script finds another owner and deletes nothing. "
                                        + FaultScenarios.LEASE_ENDED_BY_HAND,
                                OwnerLockCases::pauseBeforeDelete),
                        Scenario.fails(
                                        "lease-too-short",
                                        Fault.SLOW,
                                        Failure.TWO_HOLDERS,
                                        LONG_WORK + " An owner's name does not keep the next one out.",
                                        FaultScenarios::workOutlivesLease)
                                .with("lease", 200)
                                .curedBy("A9/lease-too-short"),
                        Scenario.fails(
                                        "enters-again",
                                        Fault.NONE,
                                        Failure.NOT_REENTRANT,
                                        "The holder comes to the lock again and finds it taken: by itself.",
                                        FaultScenarios::entersAgain)
                                .curedBy("A11/enters-again"),
                        Scenario.crowd("Right, as long as nobody takes longer than the lease."));
    }

    private static Case watchdog() {
        return Case.of("A9", Kind.LOCK, "A8 with a watchdog")
                .shows("Long work keeps its lock: the lease is renewed each time a third of it is over.")
                .guarantees("one holder at a time while the watchdog runs", "release within a lease if the holder dies")
                .doesNotGuarantee("anything to a process that stands still", "reentrancy", "waiting")
                .scheme(
                        WatchdogLock.class,
                        context -> Operations.locked(new WatchdogLock(context.redis(), context.lease()), context),
                        Scenario.holds(
                                        "lease-too-short",
                                        Fault.SLOW,
                                        LONG_WORK + " The watchdog prolongs it in time.",
                                        FaultScenarios::workOutlivesLease)
                                .with("lease", 1_500),
                        Scenario.holds(
                                        "holder-dies",
                                        Fault.KILL,
                                        "The watchdog dies with its process, and the key expires.",
                                        FaultScenarios::holderDies)
                                .with("lease", 1_500),
                        Scenario.fails(
                                        "paused-holder",
                                        Fault.PAUSE,
                                        Failure.STALE_WRITE,
                                        "SIGSTOP stops the watchdog as well. The process wakes up after the lease and writes"
                                                + " although another holds the lock.",
                                        FaultScenarios::holderIsPaused)
                                .with("lease", 1_500)
                                .curedBy("A17/paused-holder"),
                        Scenario.crowd("Right, with a watchdog for each holder."));
    }

    static Case fenced() {
        return Case.of("A17", Kind.LOCK, "Fencing token")
                .shows("A number that grows with each holder, checked by the resource, makes a stale writer harmless.")
                .guarantees("a later holder has a higher token", "a stale write is refused, however late")
                .doesNotGuarantee("one holder at a time", "anything without the resource's help")
                .scheme(
                        FencedLock.class,
                        context -> Operations.locked(new FencedLock(context.redis(), context.lease()), context),
                        Scenario.holds(
                                        "paused-holder",
                                        Fault.PAUSE,
                                        "The same as A9's: again two are inside, but the resource refuses the stale write.",
                                        FaultScenarios::holderIsPaused)
                                .with("lease", 1_500)
                                .with("fenced", true)
                                .tolerating(Failure.TWO_HOLDERS),
                        Scenario.fails(
                                        "resource-does-not-check",
                                        Fault.PAUSE,
                                        Failure.STALE_WRITE,
                                        "A token that nobody looks at protects nothing.",
                                        FaultScenarios::holderIsPaused)
                                .with("lease", 1_500)
                                .curedBy("A17/paused-holder"),
                        Scenario.crowd("Right; a stale write would be refused.").with("fenced", true));
    }

    private static Scenario freesAnothersLock() {
        return Scenario.holds(
                        "frees-anothers-lock",
                        Fault.SLOW,
                        "Done at last, the first finds another owner in the key and leaves it alone. That two were inside"
                                + " is another matter. " + FaultScenarios.LEASE_ENDED_BY_HAND,
                        FaultScenarios::leavesLate)
                .tolerating(Failure.TWO_HOLDERS, Failure.STALE_WRITE, Failure.OVERSOLD);
    }

    private static void pauseBeforeDelete(ScenarioContext context) {
        FaultScenarios.robs(context, OwnerCheckedLock.BETWEEN);
    }
}
