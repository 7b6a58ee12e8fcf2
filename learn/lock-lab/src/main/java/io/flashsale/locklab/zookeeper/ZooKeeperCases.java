package io.flashsale.locklab.zookeeper;

import static io.flashsale.locklab.catalogue.Fault.KILL;
import static io.flashsale.locklab.catalogue.Fault.NONE;
import static io.flashsale.locklab.catalogue.Fault.PAUSE;
import static io.flashsale.locklab.catalogue.Fault.SLOW;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.HERD;
import static io.flashsale.locklab.scenario.Failure.STALE_WRITE;
import static io.flashsale.locklab.scenario.Failure.TWO_HOLDERS;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
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
                        holds("one-at-a-time", NONE, FaultScenarios::oneAtATime),
                        afterDeath(),
                        releasedMeanwhile(),
                        fails("herd", NONE, HERD, ZooKeeperFaultScenarios::herd)
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
                        holds("one-at-a-time", NONE, FaultScenarios::oneAtATime),
                        afterDeath(),
                        releasedMeanwhile(),
                        holds("herd", NONE, ZooKeeperFaultScenarios::herd).with("timeout", 60_000),
                        fails("paused-holder", PAUSE, STALE_WRITE, FaultScenarios::holderIsPaused)
                                .with("lease", SHORT_SESSION_MILLIS)
                                .curedBy("C2/paused-holder-fenced"),
                        holds("paused-holder-fenced", PAUSE, FaultScenarios::holderIsPaused)
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
                        fails("readers-behind-a-writer", NONE, HERD, ZooKeeperFaultScenarios::readersBehindAWriter)
                                .with("timeout", 60_000)
                                .curedBy("C4/readers-behind-a-writer"),
                        fails("herd", NONE, HERD, ZooKeeperFaultScenarios::herd)
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
                        holds("readers-behind-a-writer", NONE, ZooKeeperFaultScenarios::readersBehindAWriter)
                                .with("timeout", 60_000),
                        holds("herd", NONE, ZooKeeperFaultScenarios::herd).with("timeout", 60_000),
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
                        holds("one-at-a-time", NONE, FaultScenarios::oneAtATime),
                        holds("enters-again", NONE, FaultScenarios::entersAgain),
                        fails("count-outlives-session", PAUSE, TWO_HOLDERS, ZooKeeperFaultScenarios::entersAgainTooLate)
                                .with("lease", SHORT_SESSION_MILLIS)
                                .curedInOtherStepsBy("A11/count-outlives-lease"),
                        readersTogether().with(SHARED, true),
                        afterDeath(),
                        fails("paused-holder", PAUSE, STALE_WRITE, FaultScenarios::holderIsPaused)
                                .with("lease", SHORT_SESSION_MILLIS)
                                .curedBy("C2/paused-holder-fenced"),
                        Scenario.crowd());
    }

    private static Scenario afterDeath() {
        return holds("holder-dies", KILL, FaultScenarios::afterDeath).with("lease", SHORT_SESSION_MILLIS);
    }

    private static Scenario releasedMeanwhile() {
        return holds(
                "released-meanwhile", SLOW, context -> FaultScenarios.releasedMeanwhile(context, FailPoints.WAITS));
    }

    private static Scenario readersTogether() {
        return holds("readers-together", NONE, FaultScenarios::readersTogether);
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
