package io.flashsale.locklab.redis;

import static io.flashsale.locklab.catalogue.Fault.KILL;
import static io.flashsale.locklab.catalogue.Fault.NONE;
import static io.flashsale.locklab.catalogue.Fault.PAUSE;
import static io.flashsale.locklab.catalogue.Fault.SLOW;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.NOT_REENTRANT;
import static io.flashsale.locklab.scenario.Failure.STALE_WRITE;
import static io.flashsale.locklab.scenario.Failure.TWO_HOLDERS;
import static io.flashsale.locklab.scenario.Failure.WRONG_RELEASE;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import java.time.Duration;
import java.util.List;

/** A7 to A9 and A17: locks that know their owner, renew their lease, and number their holders. */
final class OwnerLockCases {

    private static final String RENEWAL = "renewal";
    private static final int FAST_RENEWAL_MILLIS = 50;
    private static final int LONG_LEASE_MILLIS = 20_000;

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
                        fails("pause-before-delete", SLOW, WRONG_RELEASE, OwnerLockCases::pauseBeforeDelete)
                                .curedBy("A8/pause-before-delete"),
                        Scenario.crowd());
    }

    private static Case owner() {
        return Case.of("A8", Kind.LOCK)
                .scheme(
                        OwnerLock.class,
                        context -> Operations.locked(new OwnerLock(context.redis(), context.lease()), context),
                        freesAnothersLock(),
                        holds("pause-before-delete", SLOW, OwnerLockCases::pauseBeforeDelete),
                        fails("lease-too-short", SLOW, TWO_HOLDERS, FaultScenarios::workOutlivesLease)
                                .with("lease", 200)
                                .curedBy("A9/lease-too-short"),
                        fails("enters-again", NONE, NOT_REENTRANT, FaultScenarios::entersAgain)
                                .curedBy("A11/enters-again"),
                        Scenario.crowd());
    }

    private static Case watchdog() {
        return Case.of("A9", Kind.LOCK)
                .scheme(
                        WatchdogLock.class,
                        OwnerLockCases::watched,
                        holds("lease-too-short", SLOW, FaultScenarios::workOutlivesLease)
                                .with("lease", LONG_LEASE_MILLIS)
                                .with(RENEWAL, FAST_RENEWAL_MILLIS),
                        holds("renews-its-own", KILL, OwnerLockCases::renewsItsOwn)
                                .with("lease", LONG_LEASE_MILLIS)
                                .with(RENEWAL, FAST_RENEWAL_MILLIS)
                                .tolerating(Failure.TWO_HOLDERS, Failure.STALE_WRITE, Failure.OVERSOLD),
                        holds("holder-dies", KILL, FaultScenarios::holderDies).with("lease", 1_500),
                        fails("paused-holder", PAUSE, STALE_WRITE, FaultScenarios::holderIsPaused)
                                .with("lease", 1_500)
                                .curedBy("A17/paused-holder"),
                        Scenario.crowd());
    }

    static Case fenced() {
        return Case.of("A17", Kind.LOCK)
                .scheme(
                        FencedLock.class,
                        context -> Operations.locked(new FencedLock(context.redis(), context.lease()), context),
                        holds("paused-holder", PAUSE, FaultScenarios::holderIsPaused)
                                .with("lease", 1_500)
                                .with("fenced", true)
                                .tolerating(Failure.TWO_HOLDERS),
                        fails("resource-does-not-check", PAUSE, STALE_WRITE, FaultScenarios::holderIsPaused)
                                .with("lease", 1_500)
                                .curedBy("A17/paused-holder"),
                        Scenario.crowd().with("fenced", true));
    }

    private static Scenario freesAnothersLock() {
        return holds("frees-anothers-lock", SLOW, FaultScenarios::leavesLate)
                .tolerating(Failure.TWO_HOLDERS, Failure.STALE_WRITE, Failure.OVERSOLD);
    }

    private static Operations watched(SchemeContext context) {
        Duration renewal = context.settings().containsKey(RENEWAL)
                ? Duration.ofMillis(context.number(RENEWAL))
                : context.lease().dividedBy(3);
        return Operations.locked(new WatchdogLock(context.redis(), context.lease(), renewal), context);
    }

    /**
     * Ann's lease ends, Bob gets in, and his process is killed. Ann's watchdog is still at work, and must leave Bob's
     * lease alone. Cyd gets in when it ends.
     */
    private static void renewsItsOwn(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        context.endLease();
        Client bob = context.inside("bob", 2);
        context.kill(bob);
        Client cyd = context.client("cyd", 1);
        context.meets(cyd);
        long left = context.ageLease();
        long before = renewals(context);
        context.await("ann's watchdog to try twice", () -> renewals(context) >= before + 2);
        if (context.leaseLeft() > left) {
            context.found(Failure.WRONG_RENEWAL, "renewed-anothers");
        }
        ann.goOn().outcome();
        context.endLease();
        FaultScenarios.getsIn(context, cyd, "nobody-inside");
    }

    private static long renewals(ScenarioContext context) {
        return context.count(FailPoints.RENEWED) + context.count(WatchdogLock.LOST);
    }

    private static void pauseBeforeDelete(ScenarioContext context) {
        FaultScenarios.robs(context, OwnerCheckedLock.BETWEEN);
    }
}
