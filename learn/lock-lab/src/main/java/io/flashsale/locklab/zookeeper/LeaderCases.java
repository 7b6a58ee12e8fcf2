package io.flashsale.locklab.zookeeper;

import static io.flashsale.locklab.catalogue.Fault.SERVER_KILL;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.LOCKED_OUT;
import static io.flashsale.locklab.scenario.Failure.TWO_HOLDERS;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.replication.CurrentMaster;
import io.flashsale.locklab.replication.MasterAndReplica;
import io.flashsale.locklab.replication.MasterLock;
import io.flashsale.locklab.replication.ReplicationFaultScenarios;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.SchemeContext;
import java.util.List;

/** C6: what Redis and ZooKeeper do when their leader dies. */
public final class LeaderCases {

    private static final String ON_REDIS = "on-redis";

    private LeaderCases() {}

    public static List<Case> all() {
        return List.of(Case.of("C6", Kind.LOCK)
                .on(Ensemble.KIND)
                .on(MasterAndReplica.KIND)
                .scheme(
                        SequentialNodeLock.class,
                        LeaderCases::lock,
                        fails("redis-leader-dies", SERVER_KILL, TWO_HOLDERS, ReplicationFaultScenarios::masterDies)
                                .with(ON_REDIS, true)
                                .curedInOtherStepsBy("C6/zookeeper-leader-dies"),
                        holds("zookeeper-leader-dies", SERVER_KILL, LeaderCases::leaderDies)
                                .with("timeout", 20_000),
                        fails("zookeeper-majority-dies", SERVER_KILL, LOCKED_OUT, LeaderCases::majorityDies)
                                .with("lease", 1_500)
                                .tolerating(Failure.EXCEPTION) // the connection is lost
                                .inProcesses(1),
                        Scenario.crowd()));
    }

    private static Operations lock(SchemeContext context) {
        return Operations.locked(
                context.isSet(ON_REDIS)
                        ? new MasterLock(new CurrentMaster(context), context.lease(), 0)
                        : new SequentialNodeLock(new ZooKeeperSessions(context)),
                context);
    }

    /** Ann is inside when the leader is killed; Bob arrives during the election. */
    public static void leaderDies(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        context.backend(Ensemble.KIND).killLeader();
        Client bob = context.client("bob", 2);
        context.meets(bob); // takes as long as the election
        if (ann.goOn().outcome() != Outcome.TAKEN) {
            context.found(Failure.LOCKED_OUT, "new-leader-in-vain", ann.fault());
        }
        FaultScenarios.getsIn(context, bob, "new-leader-ann-left");
    }

    /** Ann has bought once. Two of three servers are killed, and she tries again. */
    private static void majorityDies(ScenarioContext context) {
        Client ann = context.client("ann", 1);
        ann.buy();
        context.backend(Ensemble.KIND).killMajority();
        Outcome outcome = ann.buy();
        if (outcome != Outcome.TAKEN) {
            context.found(Failure.LOCKED_OUT, "no-majority", outcome, ann.fault());
        }
    }
}
