package io.flashsale.lab.cases.zookeeper;

import io.flashsale.lab.cases.scheme.LockScheme;
import io.flashsale.lab.cases.scheme.Steps;
import io.flashsale.lab.cases.scheme.Work;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.Stat;

/**
 * A queue of ephemeral sequential nodes: the first one holds the lock, and each other watches the one before it.
 *
 * <p>Guarantees: first come, first served; one notification a release; the lock and the place in the queue go with the
 * session. The token is the node's creation zxid, which grows along the queue. Does not: stop a holder whose session
 * expired in a pause. The next one is inside by then; only a resource that checks the token keeps the late one out.
 *
 * <p>The recipe is ZooKeeper's own:
 * https://zookeeper.apache.org/doc/current/recipes.html#sc_recipes_Locks
 */
public final class SequentialNodeLock implements LockScheme {

    private final Sessions sessions;

    public SequentialNodeLock(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public boolean whileHolding(String name, Duration patience, Work work) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            Session session = sessions.mine();
            String queue = "/" + name;
            session.ensure(queue);
            Stat created = new Stat();
            String mine = session.zooKeeper()
                    .create(
                            queue + "/place-",
                            new byte[0],
                            ZooDefs.Ids.OPEN_ACL_UNSAFE,
                            CreateMode.EPHEMERAL_SEQUENTIAL,
                            created);
            try {
                if (!awaitTurn(session, queue, mine, deadline)) {
                    return false;
                }
                work.run(created.getCzxid());
                return true;
            } finally {
                session.delete(mine);
            }
        } catch (KeeperException e) {
            throw Sessions.fault(e);
        }
    }

    private static boolean awaitTurn(Session session, String queue, String mine, long deadline)
            throws KeeperException, InterruptedException {
        while (true) {
            List<String> places = session.zooKeeper().getChildren(queue, false).stream()
                    .sorted(Comparator.naturalOrder()) // the numbers have ten digits each
                    .toList();
            int place = places.indexOf(mine.substring(queue.length() + 1));
            if (place == 0) {
                return true;
            }
            CountDownLatch event = new CountDownLatch(1);
            String before = queue + "/" + places.get(place - 1);
            if (session.zooKeeper().exists(before, change -> event.countDown()) != null) {
                Steps.reached(SingleNodeLock.WATCHES);
                if (!event.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    return false;
                }
                Steps.reached(Steps.NOTIFIED);
            }
            // The one before may have given up: somebody else is before us now.
        }
    }

    @Override
    public void close() {
        sessions.close();
    }
}
