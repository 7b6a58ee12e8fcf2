package io.flashsale.locklab.zookeeper;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.ZooKeeperEnsemble;
import io.flashsale.devstack.server.ZooKeeperServer;
import io.flashsale.locklab.scenario.Backend;
import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Marks;
import io.flashsale.locklab.trace.Trace;
import io.flashsale.locklab.trace.TraceStep;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;

/** Three ZooKeeper servers. */
public final class Ensemble implements Backend {

    public static final Kind<Ensemble> KIND = new Kind<>(Ensemble.class, Ensemble::new);

    private final ZooKeeperEnsemble servers;
    private final LockNodes locks;
    private volatile Marks marks = Marks.NONE;

    private Ensemble(ProcessDirectory home) {
        servers = new ZooKeeperEnsemble("lock-zookeeper", home);
        servers.start();
        locks = new LockNodes(servers.connectString());
    }

    @Override
    public List<LockObserver> observers() {
        return List.of(locks);
    }

    @Override
    public void recordOn(Marks newMarks) {
        marks = newMarks;
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("zookeeper", servers.connectString());
    }

    /** Kills the leader; the other two elect another. */
    public void killLeader() {
        servers.awaitLeader().kill();
        marks.mark(TraceStep.Kind.SERVER_LOST, Trace.ZOOKEEPER, "1 / 3");
    }

    /** Returns when there is a leader. */
    public void awaitLeader() {
        servers.awaitLeader();
    }

    /** Kills all but one server: no majority is left. */
    public void killMajority() {
        servers.servers().stream().skip(1).forEach(ZooKeeperServer::kill);
        marks.mark(TraceStep.Kind.SERVER_LOST, Trace.ZOOKEEPER, "2 / 3");
    }

    @Override
    public boolean countsCommands() {
        return false;
    }

    /** Whether there is an ephemeral node, which ends with its session. */
    @Override
    public boolean hasLeases() {
        return !locks.ephemeralNodes().isEmpty();
    }

    /** Deletes all ephemeral nodes, as when their sessions end. A client whose session has ended opens another. */
    @Override
    public void endLeases() {
        List<String> ended = locks.ephemeralNodes();
        while (!locks.deleteAll(ended)) {
            ended = locks.ephemeralNodes();
        }
        ended.forEach(node -> marks.mark(TraceStep.Kind.LEASE_ENDED, Trace.ZOOKEEPER, node));
    }

    /** All nodes of locks. */
    @Override
    public List<String> contents() {
        return locks.nodes();
    }

    /** The number of child nodes: the holder and the waiters of a lock with sequential nodes. */
    public int children(String path) {
        try (ZooKeeperSession session = new ZooKeeperSession(servers.connectString(), 10_000)) {
            return session.zooKeeper().getChildren(path, false).size();
        } catch (KeeperException.NoNodeException nobody) {
            return 0;
        } catch (KeeperException | IOException e) {
            throw new ScenarioException("ZooKeeper cannot be looked at: " + e.getMessage());
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new ScenarioException("cancelled");
        }
    }

    @Override
    public void reset() {
        marks = Marks.NONE;
        servers.start();
        servers.awaitLeader();
        try (ZooKeeperSession session = new ZooKeeperSession(servers.connectString(), 10_000)) {
            ZooKeeper zooKeeper = session.zooKeeper();
            for (String child : zooKeeper.getChildren("/", false)) {
                if (!child.equals("zookeeper")) {
                    ZKUtil.deleteRecursive(zooKeeper, "/" + child);
                }
            }
        } catch (KeeperException | IOException e) {
            throw new ScenarioException("ZooKeeper cannot be emptied: " + e.getMessage());
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new ScenarioException("cancelled");
        }
    }

    @Override
    public void close() {
        locks.close();
        servers.close();
    }
}
