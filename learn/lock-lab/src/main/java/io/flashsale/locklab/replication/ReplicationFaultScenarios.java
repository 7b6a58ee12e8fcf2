package io.flashsale.locklab.replication;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;

import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Faults of locks on several servers. Ann arrives first, in process 1; Bob is in process 2. */
public final class ReplicationFaultScenarios {

    /** The setting for the replicas without which the master refuses to write. */
    static final String MIN_REPLICAS = "min-replicas";

    /** The operation that moves a client's clock on, and the setting for how many milliseconds. */
    static final String TIME_PASSES = "time-passes";

    private static final int ATTEMPTS = 10;

    private ReplicationFaultScenarios() {}

    /** The replica lags. Ann gets the lock from the master, which dies. The replica is promoted, and Bob arrives. */
    public static void masterDies(ScenarioContext context) {
        MasterAndReplica servers = context.backend(MasterAndReplica.KIND);
        servers.holdReplicaBack();
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin();
        boolean inside = ann.arrivesAt(INSIDE);
        servers.killMaster();
        servers.promoteReplica(context.lockServer());
        bobComes(context, ann, inside);
    }

    /**
     * Ann buys while the replica runs; then as before, and nobody gets the lock, as no replica has it. When the old
     * master is back as a replica of the new one, the next client gets in.
     */
    static void masterDiesUnderWait(ScenarioContext context) {
        buysWhileReplicated(context, context.client("early", 1));
        masterDies(context);
        context.backend(MasterAndReplica.KIND).oldMasterFollows();
        buysWhileReplicated(context, context.client("late", 2));
    }

    /**
     * One replica lags, and another has Ann's lock, so that her WAIT is content. The master dies, the one that lags is
     * promoted, and the other follows it. Bob comes.
     */
    static void wrongReplicaIsPromoted(ScenarioContext context) {
        MasterAndReplica servers = context.backend(MasterAndReplica.KIND);
        servers.holdReplicaBack();
        servers.startSecondReplica();
        Client ann = context.client("ann", 1);
        boolean annInside = comesInside(ann);
        servers.killMaster();
        servers.promoteReplica(context.lockServer());
        servers.secondReplicaFollows();
        Client bob = context.client("bob", 2);
        boolean bobInside = comesInside(bob);
        if (annInside) {
            ann.goOn().outcome();
        }
        if (bobInside) {
            bob.goOn().outcome();
        }
    }

    private static boolean comesInside(Client client) {
        return IntStream.range(0, ATTEMPTS).anyMatch(attempt -> client.comesTo(INSIDE));
    }

    /** On a slow machine a replica may take longer than WAIT waits, several times. */
    private static void buysWhileReplicated(ScenarioContext context, Client buyer) {
        for (int attempt = 1; buyer.buy() != Outcome.TAKEN; attempt++) {
            if (attempt == ATTEMPTS) {
                FaultScenarios.isLockedOut(context, buyer, "replica-runs");
                return;
            }
        }
    }

    /** The replica is cut off and promoted. Ann knows the old master and still reaches it, Bob reaches the new one. */
    static void splitBrain(ScenarioContext context) {
        MasterAndReplica servers = context.backend(MasterAndReplica.KIND);
        if (context.setting(MIN_REPLICAS, "0").equals("1")) {
            servers.requireReplica();
        }
        Client ann = context.client("ann", 1).holdAt(MasterLock.KNOWS_MASTER).begin();
        ann.awaitAt(MasterLock.KNOWS_MASTER);
        servers.breakLine();
        servers.awaitMasterAlone();
        servers.promoteReplica(context.lockServer());
        boolean inside = ann.holdAt(INSIDE).goOn().arrivesAt(INSIDE);
        bobComes(context, ann, inside);
    }

    /** As before, but the cut is too recent for the master to miss its replica. */
    static void youngSplitBrainWithMinReplicas(ScenarioContext context) {
        MasterAndReplica servers = context.backend(MasterAndReplica.KIND);
        servers.requireReplica();
        servers.cutLine();
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin();
        boolean inside = ann.arrivesAt(INSIDE);
        servers.promoteReplica(context.lockServer());
        bobComes(context, ann, inside);
    }

    /** Bob arrives while Ann is inside, or after she was refused. If Bob is refused, Bob buys when she has left. */
    private static void bobComes(ScenarioContext context, Client ann, boolean annInside) {
        if (!annInside) {
            context.met();
            ann.needNotBeServed();
        }
        Client bob = context.client("bob", 2);
        context.meets(bob);
        if (annInside) {
            ann.goOn().outcome();
        }
        if (bob.comesTo(INSIDE)) {
            bob.goOn();
        } else if (!annInside) {
            bob.needNotBeServed(); // with WAIT, while the new master has no replica
        }
    }

    /** One server is killed. Then Ann arrives, and Bob while she is inside. */
    static void secondIsDown(ScenarioContext context) {
        serversDown(context, List.of(2));
    }

    /** These servers are killed. Then Ann arrives, and Bob while she is inside. */
    static void serversDown(ScenarioContext context, List<Integer> servers) {
        FiveMasters masters = context.backend(FiveMasters.KIND);
        servers.forEach(masters::kill);
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin();
        if (!ann.arrivesAt(INSIDE)) {
            context.found(Failure.LOCKED_OUT, "servers-down", servers.size(), ann.outcome());
            return;
        }
        Client bob = context.client("bob", context.processes());
        context.meets(bob);
        ann.goOn().outcome();
        FaultScenarios.getsIn(context, bob, "ann-left");
    }

    /**
     * A server that knows Ann's lock dies while she is inside; then Bob arrives. It restarts empty, and Bob tries
     * again. When Ann has left, Bob buys.
     */
    static void serverDiesMeanwhile(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        FiveMasters masters = context.backend(FiveMasters.KIND);
        masters.kill(1);
        Client bob = context.client("bob", 2);
        boolean met = context.meets(bob);
        masters.start(1);
        if (met && !(bob.isActing() && bob.arrivesAt(INSIDE))) {
            context.meets(bob);
        }
        ann.goOn().outcome();
        FaultScenarios.getsIn(context, bob, "ann-left");
    }

    /**
     * Ann asks all servers, and her answers are long in coming. By the servers' clocks her leases have ended; by hers
     * less time is left than clocks may differ, or none. She is refused, and Bob gets in; then she does.
     */
    static void timePassesWhileAsking(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(RedLock.ASKED).begin().awaitAt(RedLock.ASKED);
        context.client("clock", 1).begin(TIME_PASSES).outcome();
        FiveMasters masters = context.backend(FiveMasters.KIND);
        masters.numbers().forEach(number -> masters.endLease(number, context.lock()));
        boolean inside = ann.holdAt(INSIDE).goOn().arrivesAt(INSIDE);
        if (!inside) {
            context.met();
        }
        Client bob = context.client("bob", 2);
        FaultScenarios.getsIn(context, bob, "nobody-inside");
        if (inside) {
            ann.goOn();
        } else {
            FaultScenarios.getsIn(context, ann, "bob-left");
        }
    }

    /**
     * Three servers stand still. They get Ann's question, and her release, and her time-out is over. When they run
     * again they carry out both, so that Bob gets in.
     */
    static void answersAreLost(ScenarioContext context) {
        context.client("first", 1).buy(); // after that, servers know the script that releases
        FiveMasters masters = context.backend(FiveMasters.KIND);
        List<Integer> still = List.of(3, 4, 5);
        still.forEach(masters::pause);
        if (context.client("ann", 1).needNotBeServed().buy() == Outcome.BUSY) {
            context.met();
        }
        still.forEach(masters::resumeAndCatchUp);
        Client bob = context.client("bob", 2);
        FaultScenarios.getsIn(context, bob, "ann-gave-up");
    }

    /** Ann has the lock on 1, 2 and 3, as the others are down. They restart, 3 dies and restarts, and Bob arrives. */
    static void serverForgets(ScenarioContext context) {
        oneVoteIsLost(context, masters -> {
            masters.kill(3);
            masters.start(3);
        });
    }

    /** As before, but 3 restarts only when Ann's lock has expired, so that Bob gets only two servers before. */
    static void serverForgetsAndStaysAway(ScenarioContext context) {
        FiveMasters masters = context.backend(FiveMasters.KIND);
        Client ann = annOnThree(context, masters);
        long over = System.nanoTime() + context.lease().toNanos();
        masters.kill(3);
        Client bob = context.client("bob", 2);
        context.meets(bob);
        ann.goOn().outcome();
        context.await("the end of all locks that 3 may have forgotten", () -> System.nanoTime() > over);
        masters.start(3);
        FaultScenarios.getsIn(context, bob, "ann-left-all-five");
    }

    /** As before, but the clock of 3 jumps forward, past the expiry of the lock. */
    static void clockJumps(ScenarioContext context) {
        // A process's clock cannot be set. Expiring the key at once has the effect of a jump past its expiry.
        oneVoteIsLost(context, masters -> masters.endLease(3, context.lock()));
    }

    private static void oneVoteIsLost(ScenarioContext context, Consumer<FiveMasters> loss) {
        FiveMasters masters = context.backend(FiveMasters.KIND);
        Client ann = annOnThree(context, masters);
        loss.accept(masters);
        bobComes(context, ann, true);
    }

    /** Ann is inside, with the lock on 1, 2 and 3. Servers 4 and 5 were down and run again. */
    private static Client annOnThree(ScenarioContext context, FiveMasters masters) {
        masters.kill(4);
        masters.kill(5);
        Client ann = context.inside("ann", 1);
        masters.start(4);
        masters.start(5);
        return ann;
    }
}
