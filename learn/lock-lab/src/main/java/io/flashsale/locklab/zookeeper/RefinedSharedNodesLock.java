package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.ReadWriteScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.zookeeper.KeeperException;

/**
 * The read-write lock without the herd: a reader watches the last writer before it, a writer the node just before
 * it.
 *
 * <p>Guarantees: what {@link SharedNodesLock} does; a change wakes only clients that may enter because of it: one
 * writer, or the readers between two writers. Does not: let a reader pass a waiting writer. That keeps writers from
 * starving, and readers waiting.
 */
public final class RefinedSharedNodesLock implements ReadWriteScheme {

    private static final String READ = "read";
    private static final String WRITE = "write";

    private final ZooKeeperSessions sessions;

    public RefinedSharedNodesLock(ZooKeeperSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public LockScheme toRead() {
        UnaryOperator<List<String>> writers =
                before -> before.stream().filter(node -> node.startsWith(WRITE)).toList();
        return (name, timeout, work) -> whileHolding(name, READ, writers, timeout, work);
    }

    @Override
    public LockScheme toWrite() {
        return (name, timeout, work) -> whileHolding(name, WRITE, UnaryOperator.identity(), timeout, work);
    }

    /** @param rivals picks the nodes before ours that keep us out */
    private boolean whileHolding(
            String name, String kind, UnaryOperator<List<String>> rivals, Duration timeout, Work work)
            throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        try (Place mine = Place.join(sessions.mine(), name, kind)) {
            while (true) {
                List<String> queue = mine.inOrder();
                List<String> before = rivals.apply(queue.subList(0, queue.indexOf(mine.node())));
                if (before.isEmpty()) {
                    work.run(mine.token());
                    return true;
                }
                if (!mine.awaitEndOf(before.getLast(), deadline)) {
                    return false;
                }
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
