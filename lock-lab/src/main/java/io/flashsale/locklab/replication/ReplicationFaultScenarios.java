package io.flashsale.locklab.replication;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;

import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;
import java.util.function.Consumer;

/** What happens to locks on several servers. Ann is in process 1, and comes first; bob is in process 2. */
public final class ReplicationFaultScenarios {

    private ReplicationFaultScenarios() {}

    /** The replica lags; ann gets the lock from the master, which dies; the replica is promoted, and bob comes. */
    public static void masterDies(ScenarioContext context) {
        MasterAndReplica servers = context.backend(MasterAndReplica.KIND);
        servers.holdReplicaBack();
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin();
        boolean inside = ann.arrivesAt(INSIDE);
        servers.killMaster();
        servers.promoteReplica(context.lockServer());
        bobComes(context, ann, inside);
    }

    /** Ann knows the master; it is cut off, and the replica promoted; she still reaches the one, bob the other. */
    static void splitBrain(ScenarioContext context) {
        MasterAndReplica servers = context.backend(MasterAndReplica.KIND);
        Client ann = context.client("ann", 1).holdAt(MasterLock.KNOWS_MASTER).begin();
        ann.awaitAt(MasterLock.KNOWS_MASTER);
        servers.promoteReplica(context.lockServer());
        servers.awaitMasterAlone();
        boolean inside = ann.holdAt(INSIDE).goOn().arrivesAt(INSIDE);
        bobComes(context, ann, inside);
    }

    /** As before, and the master refuses to write without its replica. */
    static void splitBrainWithMinReplicas(ScenarioContext context) {
        context.backend(MasterAndReplica.KIND).requireReplica();
        splitBrain(context);
    }

    /** The replica has been silent for a moment, not long enough for the master to miss it. */
    static void youngSplitBrainWithMinReplicas(ScenarioContext context) {
        MasterAndReplica servers = context.backend(MasterAndReplica.KIND);
        servers.requireReplica();
        servers.pauseReplica();
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin();
        boolean inside = ann.arrivesAt(INSIDE);
        servers.restartReplica();
        servers.promoteReplica(context.lockServer());
        bobComes(context, ann, inside);
    }

    private static void bobComes(ScenarioContext context, Client ann, boolean annInside) {
        Client bob = context.client("bob", 2).holdAt(INSIDE).begin();
        boolean bobInside = bob.arrivesAt(INSIDE);
        if (annInside) {
            ann.goOn().outcome();
        }
        if (bobInside) {
            bob.goOn().outcome();
        }
        if (!annInside && !bobInside) {
            context.found(Failure.LOCKED_OUT, "neither ann nor bob got the lock");
        }
    }

    /** These servers are killed; then ann comes. */
    static void serversDown(ScenarioContext context, List<Integer> servers) {
        FiveMasters masters = context.backend(FiveMasters.KIND);
        servers.forEach(masters::kill);
        Outcome outcome = context.client("ann", 1).buy();
        if (outcome != Outcome.TAKEN) {
            context.found(
                    Failure.LOCKED_OUT, servers.size() + " of 5 servers are down, and ann was answered " + outcome);
        }
    }

    /** A server that knows ann's lock dies while she is inside; then bob comes. */
    static void serverDiesMeanwhile(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        context.backend(FiveMasters.KIND).kill(1);
        Client bob = context.client("bob", 2).holdAt(INSIDE).begin();
        boolean both = bob.arrivesAt(INSIDE);
        ann.goOn().outcome();
        if (both) {
            bob.goOn().outcome();
        }
    }

    /** Ann has the lock on 1, 2 and 3 as the others are down. They come back, 3 dies and comes back, and bob comes. */
    static void serverForgets(ScenarioContext context) {
        oneVoteIsLost(context, masters -> {
            masters.kill(3);
            masters.start(3);
        });
    }

    /** As before, but 3 does not come back while ann's lock may last. */
    static void serverForgetsAndStaysAway(ScenarioContext context) {
        oneVoteIsLost(context, masters -> masters.kill(3));
    }

    /** As before, but the clock of 3 jumps forward, over the expiry of the lock. */
    static void clockJumps(ScenarioContext context) {
        // The clock of a process cannot be set; that a key is over at once is what a jump over its expiry does.
        oneVoteIsLost(context, masters -> masters.client(3).call("PEXPIRE", context.lock(), 0));
    }

    private static void oneVoteIsLost(ScenarioContext context, Consumer<FiveMasters> loss) {
        FiveMasters masters = context.backend(FiveMasters.KIND);
        masters.kill(4);
        masters.kill(5);
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        masters.start(4);
        masters.start(5);
        loss.accept(masters);
        bobComes(context, ann, true);
    }
}
