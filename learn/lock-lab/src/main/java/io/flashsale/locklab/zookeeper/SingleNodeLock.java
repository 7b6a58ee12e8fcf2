package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.Stat;

/**
 * One ephemeral node is the lock: its creator holds the lock; all others watch it, and retry when it is deleted.
 *
 * <p>Guarantees: one node of that name at a time, on a majority of the servers. It ends with its owner's session,
 * so that no death locks anybody out. The token is the node's creation zxid, which only grows. Does not: keep an
 * order, or scale. Each release wakes all waiters, all but one of them in vain (the herd effect). Nor does it stop
 * an owner whose session expired in a pause.
 */
public final class SingleNodeLock implements LockScheme {

    private final ZooKeeperSessions sessions;

    public SingleNodeLock(ZooKeeperSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        try {
            ZooKeeperSession session = sessions.mine();
            String node = "/" + name;
            Stat created = new Stat();
            while (!create(session, node, created)) {
                if (!awaitDeletion(session, node, deadline)) {
                    return false;
                }
            }
            try {
                work.run(created.getCzxid());
            } finally {
                session.delete(node);
            }
            return true;
        } catch (KeeperException e) {
            throw ZooKeeperSessions.fault(e);
        }
    }

    private static boolean create(ZooKeeperSession session, String node, Stat created)
            throws KeeperException, InterruptedException {
        try {
            byte[] owner = Thread.currentThread().getName().getBytes(StandardCharsets.UTF_8);
            session.zooKeeper().create(node, owner, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL, created);
            return true;
        } catch (KeeperException.NodeExistsException somebodyHasIt) {
            return false;
        }
    }

    /** Whether the node was deleted before the deadline, or no longer exists. */
    private static boolean awaitDeletion(ZooKeeperSession session, String node, long deadline)
            throws KeeperException, InterruptedException {
        CountDownLatch event = new CountDownLatch(1);
        if (session.zooKeeper().exists(node, change -> event.countDown()) == null) {
            return true;
        }
        return Place.awaitNotification(event, deadline);
    }

    @Override
    public void close() {
        sessions.close();
    }
}
