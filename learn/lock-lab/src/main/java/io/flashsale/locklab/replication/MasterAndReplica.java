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
import io.flashsale.locklab.trace.TraceStep;
import java.util.List;
import java.util.Map;

/**
 * A Redis master with one asynchronous replica behind a connection that can be cut, and a second replica on demand. A fail-over runs here step by
 * step, as by Sentinel: it promotes the replica and registers it as the master.
 */
public final class MasterAndReplica implements Backend {

    public static final Kind<MasterAndReplica> KIND = new Kind<>(MasterAndReplica.class, MasterAndReplica::new);

    private static final Map<String, String> IN_MEMORY = Map.of("appendonly", "no");
    private static final String MASTER = "master";
    private static final String REPLICA = "replica";
    private static final String MIN_REPLICAS = "min-replicas-to-write";

    private final RedisServer master;
    private final RedisServer replica;
    private final RedisServer second;
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
        second = RedisServer.further("lock-replica-2", home, IN_MEMORY);
        masterClient = new Redis(address(master));
        line = TcpProxy.to(master.port());
        masterObserver = new RedisLockObserver(MASTER, address(master), master::isRunning);
        replicaObserver =
                new RedisLockObserver(REPLICA, address(replica), () -> replica.isRunning() && !replicaStandsStill);
    }

    private static String address(RedisServer server) {
        return server.host() + ":" + server.port();
    }

    /** The address of the server that is the master at first. */
    public String masterAddress() {
        return address(master);
    }

    /** The address of the server that is the replica at first. */
    public String replicaAddress() {
        return address(replica);
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("first-master", masterAddress());
    }

    @Override
    public List<LockObserver> observers() {
        return List.of(masterObserver, replicaObserver);
    }

    @Override
    public void recordOn(Marks newMarks) {
        marks = newMarks;
    }

    /** Pauses the replica and cuts its connection to the master, so that it receives nothing more. */
    public void holdReplicaBack() {
        replicaStandsStill = true;
        replica.pause();
        marks.mark(TraceStep.Kind.PAUSED, REPLICA, "");
        master.dropReplicas();
    }

    /** Silently drops the traffic to the replica. The master counts the replica while its last message is recent. */
    public void cutLine() {
        line.cut();
        marks.mark(TraceStep.Kind.CUT, REPLICA, "");
    }

    /** Delivers to the replica what the cut line has held back. */
    public void mendLine() {
        line.heal();
        marks.mark(TraceStep.Kind.MENDED, REPLICA, "");
    }

    /** Breaks the connection between master and replica, and each new one. */
    public void breakLine() {
        line.refuse();
        marks.mark(TraceStep.Kind.CUT, REPLICA, "");
    }

    public void killMaster() {
        commandsOfTheDead += CommandCount.of(masterClient);
        marks.mark(TraceStep.Kind.KILLED, MASTER, "");
        master.kill();
        masterClient.disconnect();
        masterObserver.disconnect();
    }

    /** Promotes the replica and registers it. Clients of the old master are not told. */
    public void promoteReplica(Redis registry) {
        promoteReplica();
        CurrentMaster.announce(registry, address(replica));
    }

    /** Promotes the replica, and tells no client. */
    public void promoteReplica() {
        if (replicaStandsStill) {
            marks.mark(TraceStep.Kind.RESUMED, REPLICA, "");
        }
        replica.resume();
        replicaStandsStill = false;
        replica.promote();
        marks.mark(TraceStep.Kind.PROMOTED, REPLICA, "");
    }

    /** Starts a second replica of the master. Returns when it has the data. */
    void startSecondReplica() {
        second.start();
        second.replicate(master, master.port());
    }

    /** Makes the second replica follow the new master. */
    void secondReplicaFollows() {
        second.replicate(replica, replica.port());
    }

    /** Starts the old master again, as a replica of the new one. Returns when it has the data. */
    public void oldMasterFollows() {
        master.start();
        master.replicate(replica, replica.port());
        marks.mark(TraceStep.Kind.STARTED, MASTER, "");
    }

    /** Makes the master refuse writes if it has not heard from a replica within ten seconds. Returns when it has. */
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
        second.stop();
        master.start();
        master.promote();
        replica.start();
        master.set(MIN_REPLICAS, "0");
        masterClient.call("FLUSHALL");
        line.heal();
        replica.replicate(master, line.port());
    }

    /** The commands of the first master. */
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
        second.stop();
        replica.stop();
        master.stop();
    }
}
