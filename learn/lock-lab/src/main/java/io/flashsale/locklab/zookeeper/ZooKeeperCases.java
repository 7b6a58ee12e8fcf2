package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.fault.Successions;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.ReadWriteScheme;
import io.flashsale.locklab.scheme.SchemeContext;
import io.flashsale.locklab.scheme.SharedStock;
import java.util.List;

/** C1 to C5. The lease of these locks is the time-out of the session. */
public final class ZooKeeperCases {

    private static final int SHORT_SESSION_MILLIS = 1_000;
    private static final String SHARED = "shared";

    private ZooKeeperCases() {}

    public static List<Case> all() {
        return List.of(singleNode(), sequentialNodes(), sharedNodes(), refinedSharedNodes(), curator());
    }

    private static Case singleNode() {
        return Case.of("C1", Kind.LOCK)
                .on(Ensemble.KIND)
                .scheme(
                        SingleNodeLock.class,
                        context -> Operations.locked(new SingleNodeLock(new ZooKeeperSessions(context)), context),
                        Scenario.holds("one-at-a-time", Fault.NONE, FaultScenarios::oneAtATime),
                        afterDeath(),
                        releasedMeanwhile(),
                        Scenario.fails("herd", Fault.NONE, Failure.HERD, ZooKeeperFaultScenarios::herd)
                                .with("timeout", 60_000)
                                .curedBy("C2/herd"),
                        Scenario.crowd());
    }

    private static Case sequentialNodes() {
        return Case.of("C2", Kind.LOCK)
                .on(Ensemble.KIND)
                .scheme(
                        SequentialNodeLock.class,
                        context -> Operations.locked(new SequentialNodeLock(new ZooKeeperSessions(context)), context),
                        Scenario.holds("one-at-a-time", Fault.NONE, FaultScenarios::oneAtATime),
                        afterDeath(),
                        releasedMeanwhile(),
                        Scenario.holds("herd", Fault.NONE, ZooKeeperFaultScenarios::herd)
                                .with("timeout", 60_000),
                        Scenario.fails("paused-holder", Fault.PAUSE, Failure.STALE_WRITE, Successions::afterPause)
                                .with("lease", SHORT_SESSION_MILLIS)
                                .curedBy("C2/paused-holder-fenced"),
                        Scenario.holds("paused-holder-fenced", Fault.PAUSE, Successions::afterPause)
                                .with("lease", SHORT_SESSION_MILLIS)
                                .with("fenced", true)
                                .tolerating(Failure.TWO_HOLDERS),
                        Scenario.crowd());
    }

    private static Case sharedNodes() {
        return Case.of("C3", Kind.LOCK)
                .on(Ensemble.KIND)
                .scheme(
                        SharedNodesLock.class,
                        context -> shared(context, new SharedNodesLock(new ZooKeeperSessions(context))),
                        readersTogether(),
                        releasedMeanwhile(),
                        Scenario.fails(
                                        "readers-behind-a-writer",
                                        Fault.NONE,
                                        Failure.HERD,
                                        ZooKeeperFaultScenarios::readersBehindAWriter)
                                .with("timeout", 60_000)
                                .curedBy("C4/readers-behind-a-writer"),
                        Scenario.fails("herd", Fault.NONE, Failure.HERD, ZooKeeperFaultScenarios::herd)
                                .with("timeout", 60_000)
                                .curedBy("C4/herd"),
                        Scenario.crowd());
    }

    private static Case refinedSharedNodes() {
        return Case.of("C4", Kind.LOCK)
                .on(Ensemble.KIND)
                .scheme(
                        RefinedSharedNodesLock.class,
                        context -> shared(context, new RefinedSharedNodesLock(new ZooKeeperSessions(context))),
                        readersTogether(),
                        Scenario.holds(
                                        "readers-behind-a-writer",
                                        Fault.NONE,
                                        ZooKeeperFaultScenarios::readersBehindAWriter)
                                .with("timeout", 60_000),
                        Scenario.holds("herd", Fault.NONE, ZooKeeperFaultScenarios::herd)
                                .with("timeout", 60_000),
                        Scenario.crowd());
    }

    private static Case curator() {
        return Case.of("C5", Kind.LOCK)
                .on(Ensemble.KIND)
                .waitingShows(
                        context -> context.backend(Ensemble.KIND).children("/" + context.lock()) == context.acting())
                .scheme(
                        CuratorMutex.class,
                        ZooKeeperCases::curator,
                        Scenario.holds("one-at-a-time", Fault.NONE, FaultScenarios::oneAtATime),
                        Scenario.holds("enters-again", Fault.NONE, FaultScenarios::entersAgain),
                        Scenario.fails(
                                        "count-outlives-session",
                                        Fault.PAUSE,
                                        Failure.TWO_HOLDERS,
                                        ZooKeeperFaultScenarios::entersAgainTooLate)
                                .with("lease", SHORT_SESSION_MILLIS)
                                .curedInOtherStepsBy("A11/count-outlives-lease"),
                        readersTogether().with(SHARED, true),
                        afterDeath(),
                        Scenario.fails("paused-holder", Fault.PAUSE, Failure.STALE_WRITE, Successions::afterPause)
                                .with("lease", SHORT_SESSION_MILLIS)
                                .curedBy("C2/paused-holder-fenced"),
                        Scenario.crowd());
    }

    private static Scenario afterDeath() {
        return Scenario.holds("holder-dies", Fault.KILL, Successions::afterDeath)
                .with("lease", SHORT_SESSION_MILLIS);
    }

    private static Scenario releasedMeanwhile() {
        return Scenario.holds(
                "released-meanwhile",
                Fault.SLOW,
                context -> FaultScenarios.releasedMeanwhile(context, FailPoints.WAITS));
    }

    private static Scenario readersTogether() {
        return Scenario.holds("readers-together", Fault.NONE, FaultScenarios::readersTogether);
    }

    private static Operations shared(SchemeContext context, ReadWriteScheme lock) {
        return SharedStock.operations(new SharedStock(lock, context.resource(), context.timeout()));
    }

    private static Operations curator(SchemeContext context) {
        return context.isSet(SHARED)
                ? shared(context, new CuratorReadWriteLock(CuratorLocks.client(context)))
                : Operations.locked(new CuratorMutex(CuratorLocks.client(context)), context);
    }
}
