package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.ReadWriteScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.KeeperException;

/**
 * A read-write lock of ephemeral sequential nodes, in which every client watches the parent.
 *
 * <p>Guarantees: a writer, whose node is the first, is alone; readers with no writer before them are inside
 * together; no client is overtaken. Does not: limit notifications to the clients that a change concerns. Each
 * client that joins or leaves wakes all waiters (the herd effect), and each of them reads the whole queue again.
 */
public final class SharedNodesLock implements ReadWriteScheme {

    private static final String READ = "read";
    private static final String WRITE = "write";

    private final ZooKeeperSessions sessions;

    public SharedNodesLock(ZooKeeperSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public LockScheme toRead() {
        return (name, timeout, work) -> whileHolding(name, READ, timeout, work);
    }

    @Override
    public LockScheme toWrite() {
        return (name, timeout, work) -> whileHolding(name, WRITE, timeout, work);
    }

    private boolean whileHolding(String name, String kind, Duration timeout, Work work) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        try (Place mine = Place.join(sessions.mine(), name, kind)) {
            while (true) {
                CountDownLatch change = new CountDownLatch(1);
                List<String> queue = mine.inOrder(event -> change.countDown());
                if (mayGo(kind, queue.subList(0, queue.indexOf(mine.node())))) {
                    work.run(mine.token());
                    return true;
                }
                if (!Place.awaitNotification(change, deadline)) {
                    return false;
                }
            }
        } catch (KeeperException e) {
            throw ZooKeeperSessions.fault(e);
        }
    }

    private static boolean mayGo(String kind, List<String> before) {
        return kind.equals(READ) ? before.stream().noneMatch(node -> node.startsWith(WRITE)) : before.isEmpty();
    }

    @Override
    public void close() {
        sessions.close();
    }
}
