package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.fault.Successions;
import io.flashsale.locklab.scenario.Failure;
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
        return Case.of("C1", Kind.LOCK, "One ephemeral node")
                .shows("A lock that frees itself when the session of its holder ends.")
                .guarantees("one node at a time, on a majority of servers", "release after a death", "a fencing token")
                .doesNotGuarantee("an order", "that those who wait are left alone", "anything to a paused process")
                .on(Ensemble.KIND)
                .scheme(
                        SingleNodeLock.class,
                        context -> Operations.locked(new SingleNodeLock(new Sessions(context)), context),
                        Scenario.holds(
                                "one-at-a-time",
                                Fault.NONE,
                                "Bob, in another process, waits while ann is inside.",
                                FaultScenarios::oneAtATime),
                        afterDeath(),
                        Scenario.fails(
                                        "herd",
                                        Fault.NONE,
                                        Failure.HERD,
                                        "All fifty watch the same node: each release wakes up all of them, for one to"
                                                + " get in.",
                                        ZooKeeperFaultScenarios::herd)
                                .with("timeout", 60_000)
                                .curedBy("C2/herd"),
                        Scenario.crowd("Right; much of the work is being woken up in vain."));
    }

    private static Case sequentialNodes() {
        return Case.of("C2", Kind.LOCK, "Ephemeral sequential nodes")
                .shows("A fair queue in which a release wakes up one.")
                .guarantees(
                        "first come, first served",
                        "one notification a release",
                        "release after a death",
                        "a fencing token: the zxid of the node's creation")
                .doesNotGuarantee("one holder when a session expires in a pause, unless the resource checks the token")
                .on(Ensemble.KIND)
                .scheme(
                        SequentialNodeLock.class,
                        context -> Operations.locked(new SequentialNodeLock(new Sessions(context)), context),
                        Scenario.holds(
                                "one-at-a-time",
                                Fault.NONE,
                                "Bob, in another process, waits while ann is inside.",
                                FaultScenarios::oneAtATime),
                        afterDeath(),
                        Scenario.holds(
                                        "herd",
                                        Fault.NONE,
                                        "Each watches the one before: fifty wait, and one is told.",
                                        ZooKeeperFaultScenarios::herd)
                                .with("timeout", 60_000),
                        Scenario.fails(
                                        "paused-holder",
                                        Fault.PAUSE,
                                        Failure.STALE_WRITE,
                                        "Her session expires while her process stands still; her node goes, bob gets in,"
                                                + " and she wakes up and writes.",
                                        Successions::afterPause)
                                .with("lease", SHORT_SESSION_MILLIS)
                                .curedBy("C2/paused-holder-fenced"),
                        Scenario.holds(
                                        "paused-holder-fenced",
                                        Fault.PAUSE,
                                        "The same, and the stock checks the zxid: ann's is lower than bob's, and her"
                                                + " write is refused.",
                                        Successions::afterPause)
                                .with("lease", SHORT_SESSION_MILLIS)
                                .with("fenced", true)
                                .tolerating(Failure.TWO_HOLDERS),
                        Scenario.crowd("Right and fair; each unit costs a few writes on a majority of servers."));
    }

    private static Case sharedNodes() {
        return Case.of("C3", Kind.LOCK, "Read and write nodes, all watch the parent")
                .shows("Readers together, a writer alone.")
                .guarantees("readers together", "a writer alone", "nobody is overtaken")
                .doesNotGuarantee("that those are left alone whom a change does not concern")
                .on(Ensemble.KIND)
                .scheme(
                        SharedNodesLock.class,
                        context -> shared(context, new SharedNodesLock(new Sessions(context))),
                        readersTogether(),
                        Scenario.fails(
                                        "readers-behind-a-writer",
                                        Fault.NONE,
                                        Failure.HERD,
                                        "Five readers wait behind a writer who waits himself; a release tells all six, and"
                                                + " one can get in.",
                                        ZooKeeperFaultScenarios::readersBehindAWriter)
                                .with("timeout", 60_000)
                                .curedBy("C4/readers-behind-a-writer"),
                        Scenario.fails(
                                        "herd",
                                        Fault.NONE,
                                        Failure.HERD,
                                        "Whoever joins or leaves wakes up all fifty.",
                                        ZooKeeperFaultScenarios::herd)
                                .with("timeout", 60_000)
                                .curedBy("C4/herd"),
                        Scenario.crowd("Right; the more wait, the more are woken up in vain."));
    }

    private static Case refinedSharedNodes() {
        return Case.of("C4", Kind.LOCK, "Read and write nodes, refined")
                .shows("A reader watches the last writer before it, a writer the node just before it.")
                .guarantees("what C3 guarantees", "that only those are told who may go in")
                .doesNotGuarantee("that a reader passes a writer who waits")
                .on(Ensemble.KIND)
                .scheme(
                        RefinedSharedNodesLock.class,
                        context -> shared(context, new RefinedSharedNodesLock(new Sessions(context))),
                        readersTogether(),
                        Scenario.holds(
                                        "readers-behind-a-writer",
                                        Fault.NONE,
                                        "Five readers watch the writer before them, who watches the holder: he alone is told"
                                                + " of her release. When he leaves, all five read together.",
                                        ZooKeeperFaultScenarios::readersBehindAWriter)
                                .with("timeout", 60_000),
                        Scenario.holds(
                                        "herd",
                                        Fault.NONE,
                                        "Fifty writers wait, and one of them is told.",
                                        ZooKeeperFaultScenarios::herd)
                                .with("timeout", 60_000),
                        Scenario.crowd("All are writers here: as C2."));
    }

    private static Case curator() {
        return Case.of("C5", Kind.LOCK, "Curator InterProcessMutex, InterProcessReadWriteLock")
                .shows("C2 and C4, ready-made.")
                .guarantees("what C2 and C4 guarantee", "reentrancy", "that lost answers are dealt with")
                .doesNotGuarantee("one holder when a session expires in a pause")
                .on(Ensemble.KIND)
                .waitingShows(
                        context -> context.backend(Ensemble.KIND).children("/" + context.lock()) == context.clients())
                .scheme(
                        CuratorMutex.class,
                        ZooKeeperCases::curator,
                        Scenario.holds(
                                "one-at-a-time",
                                Fault.NONE,
                                "Bob, in another process, waits while ann is inside.",
                                FaultScenarios::oneAtATime),
                        Scenario.holds(
                                "enters-again",
                                Fault.NONE,
                                "The mutex counts the entries of the thread that holds it.",
                                FaultScenarios::entersAgain),
                        readersTogether().with(SHARED, true),
                        afterDeath(),
                        Scenario.fails(
                                        "paused-holder",
                                        Fault.PAUSE,
                                        Failure.STALE_WRITE,
                                        "A ready-made lock cannot stop a process that stands still, either.",
                                        Successions::afterPause)
                                .with("lease", SHORT_SESSION_MILLIS)
                                .curedBy("C2/paused-holder-fenced"),
                        Scenario.crowd("Right and fair."));
    }

    private static Scenario afterDeath() {
        return Scenario.holds(
                        "holder-dies",
                        Fault.KILL,
                        "The session of the dead process times out, and her node goes with it.",
                        Successions::afterDeath)
                .with("lease", SHORT_SESSION_MILLIS);
    }

    private static Scenario readersTogether() {
        return Scenario.holds(
                "readers-together",
                Fault.NONE,
                "Two readers are inside at once; a writer waits for both.",
                FaultScenarios::readersTogether);
    }

    private static Operations shared(SchemeContext context, ReadWriteScheme lock) {
        return SharedStock.operations(new SharedStock(lock, context.resource(), context.timeout()));
    }

    private static Operations curator(SchemeContext context) {
        return Boolean.parseBoolean(context.setting(SHARED, "false"))
                ? shared(context, new CuratorReadWriteLock(CuratorLocks.client(context)))
                : Operations.locked(new CuratorMutex(CuratorLocks.client(context)), context);
    }
}
