package io.flashsale.locklab.replication;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;

import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.stage.Failure;
import io.flashsale.locklab.stage.Person;
import io.flashsale.locklab.stage.Stage;
import java.util.List;
import java.util.function.Consumer;

/** What happens to locks on several servers. Ann is in process 1, and comes first; bob is in process 2. */
public final class ReplicationPlays {

    private ReplicationPlays() {}

    /** The replica lags; ann gets the lock from the master, which dies; the replica is promoted, and bob comes. */
    public static void masterDies(Stage stage) {
        MasterAndReplica servers = stage.backend(MasterAndReplica.KIND);
        servers.holdReplicaBack();
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin();
        boolean inside = ann.arrivesAt(INSIDE);
        servers.killMaster();
        servers.promoteReplica(stage.lockServer());
        bobComes(stage, ann, inside);
    }

    /** Ann knows the master; it is cut off, and the replica promoted; she still reaches the one, bob the other. */
    static void splitBrain(Stage stage) {
        MasterAndReplica servers = stage.backend(MasterAndReplica.KIND);
        Person ann = stage.person("ann", 1).holdAt(MasterLock.KNOWS_MASTER).begin();
        ann.awaitAt(MasterLock.KNOWS_MASTER);
        servers.promoteReplica(stage.lockServer());
        servers.awaitMasterAlone();
        boolean inside = ann.holdAt(INSIDE).goOn().arrivesAt(INSIDE);
        bobComes(stage, ann, inside);
    }

    /** As before, and the master refuses to write without its replica. */
    static void splitBrainWithMinReplicas(Stage stage) {
        stage.backend(MasterAndReplica.KIND).requireReplica();
        splitBrain(stage);
    }

    /** The replica has been silent for a moment, not long enough for the master to miss it. */
    static void youngSplitBrainWithMinReplicas(Stage stage) {
        MasterAndReplica servers = stage.backend(MasterAndReplica.KIND);
        servers.requireReplica();
        servers.pauseReplica();
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin();
        boolean inside = ann.arrivesAt(INSIDE);
        servers.restartReplica();
        servers.promoteReplica(stage.lockServer());
        bobComes(stage, ann, inside);
    }

    private static void bobComes(Stage stage, Person ann, boolean annInside) {
        Person bob = stage.person("bob", 2).holdAt(INSIDE).begin();
        boolean bobInside = bob.arrivesAt(INSIDE);
        if (annInside) {
            ann.goOn().outcome();
        }
        if (bobInside) {
            bob.goOn().outcome();
        }
        if (!annInside && !bobInside) {
            stage.found(Failure.LOCKED_OUT, "neither ann nor bob got the lock");
        }
    }

    /** These servers are killed; then ann comes. */
    static void serversDown(Stage stage, List<Integer> servers) {
        FiveMasters masters = stage.backend(FiveMasters.KIND);
        servers.forEach(masters::kill);
        Outcome outcome = stage.person("ann", 1).buy();
        if (outcome != Outcome.TAKEN) {
            stage.found(Failure.LOCKED_OUT, servers.size() + " of 5 servers are down, and ann was answered " + outcome);
        }
    }

    /** A server that knows ann's lock dies while she is inside; then bob comes. */
    static void serverDiesMeanwhile(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        stage.backend(FiveMasters.KIND).kill(1);
        Person bob = stage.person("bob", 2).holdAt(INSIDE).begin();
        boolean both = bob.arrivesAt(INSIDE);
        ann.goOn().outcome();
        if (both) {
            bob.goOn().outcome();
        }
    }

    /** Ann has the lock on 1, 2 and 3 as the others are down. They come back, 3 dies and comes back, and bob comes. */
    static void serverForgets(Stage stage) {
        oneVoteIsLost(stage, masters -> {
            masters.kill(3);
            masters.start(3);
        });
    }

    /** As before, but 3 does not come back while ann's lock may last. */
    static void serverForgetsAndStaysAway(Stage stage) {
        oneVoteIsLost(stage, masters -> masters.kill(3));
    }

    /** As before, but the clock of 3 jumps forward, over the expiry of the lock. */
    static void clockJumps(Stage stage) {
        // The clock of a process cannot be set; that a key is over at once is what a jump over its expiry does.
        oneVoteIsLost(stage, masters -> masters.client(3).call("PEXPIRE", stage.lock(), 0));
    }

    private static void oneVoteIsLost(Stage stage, Consumer<FiveMasters> loss) {
        FiveMasters masters = stage.backend(FiveMasters.KIND);
        masters.kill(4);
        masters.kill(5);
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        masters.start(4);
        masters.start(5);
        loss.accept(masters);
        bobComes(stage, ann, true);
    }
}
