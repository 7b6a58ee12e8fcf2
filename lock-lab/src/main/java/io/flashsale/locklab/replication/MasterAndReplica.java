package io.flashsale.locklab.replication;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisLockObserver;
import io.flashsale.locklab.scenario.Backend;
import io.flashsale.locklab.scenario.CommandCount;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Marks;
import io.flashsale.locklab.trace.Step;
import java.util.List;
import java.util.Map;

/**
 * A Redis master with one asynchronous replica, which reaches it over a line that can be cut. A fail-over is done here, step by step, as Sentinel does it: make the
 * replica a master, and tell whoever asks from then on.
 */
public final class MasterAndReplica implements Backend {

    public static final Kind<MasterAndReplica> KIND = new Kind<>(MasterAndReplica.class, MasterAndReplica::new);

    private static final Map<String, String> IN_MEMORY = Map.of("appendonly", "no");
    private static final String MASTER = "master";
    private static final String REPLICA = "replica";
    private static final String MIN_REPLICAS = "min-replicas-to-write";

    private final RedisServer master;
    private final RedisServer replica;
    private final Redis masterClient;
    private final TcpProxy line;

    private final RedisLockObserver masterObserver;
    private final RedisLockObserver replicaObserver;
    private volatile boolean replicaStandsStill;
    private volatile Marks marks = Marks.NONE;
    private long commandsOfTheDead;

    private MasterAndReplica(ProcessDirectory home) {
        master = RedisServer.further("lock-master", home, IN_MEMORY);
        replica = RedisServer.further("lock-replica", home, IN_MEMORY);
        masterClient = new Redis(address(master));
        line = TcpProxy.to(master.port());
        masterObserver = new RedisLockObserver(MASTER, address(master), master::isRunning);
        replicaObserver =
                new RedisLockObserver(REPLICA, address(replica), () -> replica.isRunning() && !replicaStandsStill);
    }

    private static String address(RedisServer server) {
        return server.host() + ":" + server.port();
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("first-master", address(master));
    }

    @Override
    public List<LockObserver> observers() {
        return List.of(masterObserver, replicaObserver);
    }

    @Override
    public void recordOn(Marks newMarks) {
        marks = newMarks;
    }

    /** From now on the replica receives nothing: it stands still, and has no connection to the master. */
    public void holdReplicaBack() {
        replicaStandsStill = true;
        replica.pause();
        marks.mark(Step.Kind.PAUSED, REPLICA, "");
        master.dropReplicas();
    }

    /** Nothing comes through between master and replica, and neither is told: the master counts it as long as its last word is recent. */
    public void cutLine() {
        line.cut();
        marks.mark(Step.Kind.CUT, REPLICA, "");
    }

    /** The line between master and replica breaks, and so does each new attempt. */
    public void breakLine() {
        line.refuse();
        marks.mark(Step.Kind.CUT, REPLICA, "");
    }

    public void killMaster() {
        commandsOfTheDead += CommandCount.of(masterClient);
        marks.mark(Step.Kind.KILLED, MASTER, "");
        master.kill();
        masterClient.disconnect();
        masterObserver.disconnect();
    }

    /** The replica becomes a master, and the registry says so. Clients of the old master are not told. */
    public void promoteReplica(Redis registry) {
        if (replicaStandsStill) {
            marks.mark(Step.Kind.RESUMED, REPLICA, "");
        }
        replica.resume();
        replicaStandsStill = false;
        replica.promote();
        CurrentMaster.announce(registry, address(replica));
        marks.mark(Step.Kind.PROMOTED, REPLICA, "");
    }

    /** The master refuses to write when no replica was heard of within ten seconds; returns when one has been. */
    public void requireReplica() {
        master.set(MIN_REPLICAS, "1");
        master.awaitInfo("min_slaves_good_slaves", "1");
    }

    /** Returns when the master has noticed that its replica has left. */
    public void awaitMasterAlone() {
        master.awaitInfo("connected_slaves", "0");
    }

    @Override
    public void reset() {
        marks = Marks.NONE;
        replicaStandsStill = false;
        master.start();
        replica.start();
        master.set(MIN_REPLICAS, "0");
        masterClient.call("FLUSHALL");
        line.heal();
        replica.replicate(master, line.port());
    }

    /** Those of the first master. */
    @Override
    public long commands() {
        return commandsOfTheDead + (master.isRunning() ? CommandCount.of(masterClient) : 0) - masterObserver.commands();
    }

    @Override
    public void close() {
        masterClient.close();
        masterObserver.close();
        replicaObserver.close();
        line.close();
        replica.stop();
        master.stop();
    }
}
