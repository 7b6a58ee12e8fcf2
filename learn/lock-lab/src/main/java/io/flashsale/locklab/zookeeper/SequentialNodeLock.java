package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.KeeperException;

/**
 * A queue of ephemeral sequential nodes: the first holds the lock, and each other watches the one before it.
 *
 * <p>Guarantees: first come, first served; one notification per release; lock and place end with the session. The
 * token is the node's creation zxid, which grows along the queue. Does not: stop a holder whose session expired in
 * a pause. The next is inside by then; only a resource that checks the token refuses the late one.
 *
 * <p>The recipe is ZooKeeper's own: https://zookeeper.apache.org/doc/current/recipes.html#sc_recipes_Locks
 */
public final class SequentialNodeLock implements LockScheme {

    private final ZooKeeperSessions sessions;

    public SequentialNodeLock(ZooKeeperSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        try (Place mine = Place.join(sessions.mine(), name, "place")) {
            while (true) {
                List<String> queue = mine.inOrder();
                int before = queue.indexOf(mine.node()) - 1;
                if (before < 0) {
                    work.run(mine.token());
                    return true;
                }
                if (!mine.awaitEndOf(queue.get(before), deadline)) {
                    return false;
                }
                // The client before us may have given up while another is still before us.
            }
        } catch (KeeperException e) {
            throw ZooKeeperSessions.fault(e);
        }
    }

    @Override
    public void close() {
        sessions.close();
    }
}
