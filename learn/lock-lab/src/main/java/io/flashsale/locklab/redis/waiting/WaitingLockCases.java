package io.flashsale.locklab.redis.waiting;

import static io.flashsale.locklab.catalogue.Fault.KILL;
import static io.flashsale.locklab.catalogue.Fault.NONE;
import static io.flashsale.locklab.catalogue.Fault.SLOW;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.POLLING;
import static io.flashsale.locklab.scheme.LockedStock.INSIDE;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.CommandCount;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Operations;
import java.util.List;

/** A12 and A13: waiting by polling, and waiting for a notification. */
public final class WaitingLockCases {

    private static final int WAITERS = 10;

    private WaitingLockCases() {}

    public static List<Case> all() {
        return List.of(polling(), notified());
    }

    private static Case polling() {
        return Case.of("A12", Kind.LOCK)
                .scheme(
                        PollingLock.class,
                        context -> Operations.locked(new PollingLock(context.redis(), context.lease()), context),
                        fails("ten-wait", NONE, POLLING, FaultScenarios::othersWait)
                                .with("timeout", 60_000)
                                .curedBy("A13/ten-wait"),
                        Scenario.crowd());
    }

    private static Case notified() {
        return Case.of("A13", Kind.LOCK)
                .scheme(
                        NotifiedLock.class,
                        context -> Operations.locked(new NotifiedLock(context.redis(), context.lease()), context),
                        holds("ten-wait", NONE, FaultScenarios::othersWait).with("timeout", 60_000),
                        holds("one-is-woken", NONE, WaitingLockCases::oneIsWoken)
                                .with("lease", 600_000)
                                .with("timeout", 60_000),
                        holds("released-meanwhile", SLOW, WaitingLockCases::releasedMeanwhile),
                        holds("holder-dies", KILL, WaitingLockCases::holderDies)
                                .with("lease", 1_500)
                                .with("timeout", 60_000),
                        Scenario.crowd());
    }

    /** Ten wait, and no lease will end soon. Ann's release publishes a message, which wakes one in each process. */
    private static void oneIsWoken(ScenarioContext context) {
        long before = CommandCount.of(context.lockServer(), "publish");
        FaultScenarios.oneIsWoken(
                context,
                WAITERS,
                FailPoints.RETRIED,
                context.processes(),
                () -> CommandCount.of(context.lockServer(), "publish") > before);
    }

    private static void releasedMeanwhile(ScenarioContext context) {
        FaultScenarios.releasedMeanwhile(context, NotifiedLock.SUBSCRIBES);
    }

    /** Ann's process is killed while she is inside and Bob waits. He must not sleep for longer than her lease. */
    private static void holderDies(ScenarioContext context) {
        long since = System.nanoTime();
        Client ann = context.inside("ann", 1);
        Client bob = context.client("bob", 2);
        context.meetsHolderSince(since, bob, INSIDE);
        long sleeps = context.counts().keySet().stream()
                .filter(step -> step.startsWith(Waiters.SLEEPS_SECONDS))
                .mapToLong(step -> Long.parseLong(step.substring(Waiters.SLEEPS_SECONDS.length())))
                .max()
                .orElse(0);
        context.kill(ann);
        if (sleeps > context.lease().toSeconds()) {
            context.found(
                    Failure.LOCKED_OUT, "sleeps-longer", sleeps, context.lease().toSeconds());
            context.await("the end of the lease", () -> !context.isHeld());
            context.lockServer().call("PUBLISH", NotifiedLock.channel(context.lock()), "wakes bob");
        }
        FaultScenarios.getsIn(context, bob, "ann-killed");
    }
}
