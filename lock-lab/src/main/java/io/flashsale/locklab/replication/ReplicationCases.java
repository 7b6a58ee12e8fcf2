package io.flashsale.locklab.replication;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import java.util.List;

/** B1 and B2: a master and a replica. B3 and B4, on independent servers, are in {@link QuorumCases}. */
public final class ReplicationCases {

    private static final String REPLICAS = "wait-for-replicas";
    private static final String TWO_MASTERS =
            "Each master lets one in: ann has the lock on the old one, bob on the new one.";

    private ReplicationCases() {}

    public static List<Case> all() {
        return List.of(failOver(), splitBrain());
    }

    private static Case failOver() {
        return Case.of("B1", Kind.LOCK, "Master with an asynchronous replica")
                .shows("A lock server that is replaced when it dies, and a lock that may be lost with it.")
                .guarantees("one holder at a time while the master lives", "a lock server again after a fail-over")
                .doesNotGuarantee("that the new master knows the lock")
                .on(MasterAndReplica.KIND)
                .scheme(
                        MasterLock.class,
                        ReplicationCases::lock,
                        oneAtATime(),
                        Scenario.fails(
                                        "master-dies",
                                        Fault.SERVER_KILL,
                                        Failure.TWO_HOLDERS,
                                        "The master has answered, and died before its replica heard of the lock; the"
                                                + " replica, now master, lets bob in.",
                                        ReplicationFaultScenarios::masterDies)
                                .curedBy("B1/master-dies-wait"),
                        Scenario.holds(
                                        "master-dies-wait",
                                        Fault.SERVER_KILL,
                                        "With WAIT ann asks whether the replica has her lock; it has not, so she gives it"
                                                + " back. Nor does bob get it while the new master has no replica.",
                                        ReplicationFaultScenarios::masterDies)
                                .with(REPLICAS, 1)
                                .tolerating(Failure.LOCKED_OUT),
                        Scenario.crowd("As fast as on a single server: nobody waits for the replica."));
    }

    private static Case splitBrain() {
        return Case.of("B2", Kind.LOCK, "Split brain: two masters")
                .shows("A master that was replaced and does not know it.")
                .guarantees("nothing, while there are two masters")
                .doesNotGuarantee("one holder, when clients reach different masters")
                .on(MasterAndReplica.KIND)
                .scheme(
                        MasterLock.class,
                        ReplicationCases::lock,
                        Scenario.fails(
                                        "split-brain",
                                        Fault.PARTITION,
                                        Failure.TWO_HOLDERS,
                                        "The line to the replica is cut, and the replica promoted. " + TWO_MASTERS,
                                        ReplicationFaultScenarios::splitBrain)
                                .curedBy("B2/split-brain-min-replicas"),
                        Scenario.holds(
                                        "split-brain-min-replicas",
                                        Fault.PARTITION,
                                        "With min-replicas-to-write the old master, alone, refuses to write.",
                                        ReplicationFaultScenarios::splitBrain)
                                .with(ReplicationFaultScenarios.MIN_REPLICAS, 1),
                        Scenario.fails(
                                        "young-split-brain-min-replicas",
                                        Fault.PARTITION,
                                        Failure.TWO_HOLDERS,
                                        "It takes the old master up to min-replicas-max-lag, ten seconds, to miss its"
                                                + " replica: the gap is narrower, not closed.",
                                        ReplicationFaultScenarios::youngSplitBrainWithMinReplicas)
                                .curedInOtherStepsBy("B3/server-dies-meanwhile"));
    }

    static Scenario oneAtATime() {
        return Scenario.holds(
                "one-at-a-time",
                Fault.NONE,
                "Bob, in another process, does not come in while ann is inside.",
                FaultScenarios::oneAtATime);
    }

    private static Operations lock(SchemeContext context) {
        int replicas = Integer.parseInt(context.setting(REPLICAS, "0"));
        LockScheme lock = new MasterLock(new CurrentMaster(context), context.lease(), replicas);
        return Operations.locked(lock, context);
    }
}
