package io.flashsale.locklab.replication;

import static io.flashsale.locklab.catalogue.Fault.NONE;
import static io.flashsale.locklab.catalogue.Fault.PARTITION;
import static io.flashsale.locklab.catalogue.Fault.SERVER_KILL;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.TWO_HOLDERS;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import java.util.List;

/** B1 and B2: a master and a replica. {@link QuorumCases} has B3 and B4, on independent servers. */
public final class ReplicationCases {

    private static final String REPLICAS = "wait-for-replicas";

    private ReplicationCases() {}

    public static List<Case> all() {
        return List.of(failOver(), splitBrain());
    }

    private static Case failOver() {
        return Case.of("B1", Kind.LOCK)
                .on(MasterAndReplica.KIND)
                .scheme(
                        MasterLock.class,
                        ReplicationCases::lock,
                        oneAtATime(),
                        fails("master-dies", SERVER_KILL, TWO_HOLDERS, ReplicationFaultScenarios::masterDies)
                                .curedInOtherStepsBy("B1/master-dies-wait"),
                        holds("master-dies-wait", SERVER_KILL, ReplicationFaultScenarios::masterDiesUnderWait)
                                .with(REPLICAS, 1),
                        fails(
                                        "wrong-replica-wait",
                                        SERVER_KILL,
                                        TWO_HOLDERS,
                                        ReplicationFaultScenarios::wrongReplicaIsPromoted)
                                .with(REPLICAS, 1)
                                .curedInOtherStepsBy("B3/server-dies-meanwhile"),
                        Scenario.crowd());
    }

    private static Case splitBrain() {
        return Case.of("B2", Kind.LOCK)
                .on(MasterAndReplica.KIND)
                .scheme(
                        MasterLock.class,
                        ReplicationCases::lock,
                        fails("split-brain", PARTITION, TWO_HOLDERS, ReplicationFaultScenarios::splitBrain)
                                .curedBy("B2/split-brain-min-replicas"),
                        holds("split-brain-min-replicas", PARTITION, ReplicationFaultScenarios::splitBrain)
                                .with(ReplicationFaultScenarios.MIN_REPLICAS, 1),
                        fails(
                                        "young-split-brain-min-replicas",
                                        PARTITION,
                                        TWO_HOLDERS,
                                        ReplicationFaultScenarios::youngSplitBrainWithMinReplicas)
                                .curedInOtherStepsBy("B3/server-dies-meanwhile"));
    }

    static Scenario oneAtATime() {
        return holds("one-at-a-time", NONE, FaultScenarios::oneAtATime);
    }

    private static Operations lock(SchemeContext context) {
        int replicas = Integer.parseInt(context.setting(REPLICAS, "0"));
        LockScheme lock = new MasterLock(new CurrentMaster(context), context.lease(), replicas);
        return Operations.locked(lock, context);
    }
}
