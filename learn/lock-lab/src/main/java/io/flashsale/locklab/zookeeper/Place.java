package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.scheme.FailPoints;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.Stat;

/** A place in a queue: an ephemeral node with a sequence number from ZooKeeper. Closing it leaves the queue. */
final class Place implements AutoCloseable {

    private final ZooKeeperSession session;
    private final String queue;
    private final String node;
    private final long token;

    private Place(ZooKeeperSession session, String queue, String node, long token) {
        this.session = session;
        this.queue = queue;
        this.node = node;
        this.token = token;
    }

    /** Joins the queue of this name at its end. */
    static Place join(ZooKeeperSession session, String name, String kind) throws KeeperException, InterruptedException {
        String queue = "/" + name;
        session.ensure(queue);
        // A unique name, so that we can find out whether the node was created if the response is lost.
        String unique = kind + "-" + UUID.randomUUID() + "-";
        AtomicBoolean asked = new AtomicBoolean();
        String node = session.retrying(zooKeeper -> {
            Optional<String> made = asked.getAndSet(true)
                    ? zooKeeper.getChildren(queue, false).stream()
                            .filter(each -> each.startsWith(unique))
                            .findFirst()
                    : Optional.empty();
            return made.isPresent()
                    ? made.get()
                    : zooKeeper
                            .create(
                                    queue + "/" + unique,
                                    new byte[0],
                                    ZooDefs.Ids.OPEN_ACL_UNSAFE,
                                    CreateMode.EPHEMERAL_SEQUENTIAL)
                            .substring(queue.length() + 1);
        });
        Stat stat = session.retrying(zooKeeper -> zooKeeper.exists(queue + "/" + node, false));
        if (stat == null) {
            throw new KeeperException.NoNodeException(queue + "/" + node);
        }
        return new Place(session, queue, node, stat.getCzxid());
    }

    /** The name of the node: kind, a unique part, number. */
    String node() {
        return node;
    }

    /** The transaction that created the node (its zxid): later places have higher ones. */
    long token() {
        return token;
    }

    /** All nodes of the queue, ordered by number, including ours. */
    List<String> inOrder() throws KeeperException, InterruptedException {
        return sorted(session.retrying(zooKeeper -> zooKeeper.getChildren(queue, false)));
    }

    /** As before; the watcher is notified once when a client joins or leaves. */
    List<String> inOrder(Watcher watcher) throws KeeperException, InterruptedException {
        return sorted(session.retrying(zooKeeper -> zooKeeper.getChildren(queue, watcher)));
    }

    private List<String> sorted(List<String> nodes) throws KeeperException {
        if (!nodes.contains(node)) {
            throw new KeeperException.NoNodeException(queue + "/" + node);
        }
        // All numbers have ten digits, so text order is number order.
        return nodes.stream()
                .sorted(Comparator.comparing(each -> each.substring(each.lastIndexOf('-'))))
                .toList();
    }

    /** Waits until another node is gone; false if the deadline comes first. */
    boolean awaitEndOf(String other, long deadline) throws KeeperException, InterruptedException {
        CountDownLatch event = new CountDownLatch(1);
        Stat there = session.retrying(zooKeeper -> zooKeeper.exists(queue + "/" + other, change -> event.countDown()));
        return there == null || awaitNotification(event, deadline);
    }

    /** Waits until the latch is counted down; false if the deadline comes first. */
    static boolean awaitNotification(CountDownLatch event, long deadline) throws InterruptedException {
        FailPoints.hit(FailPoints.WAITS);
        boolean notified = event.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (notified) {
            FailPoints.hit(FailPoints.NOTIFIED);
        }
        return notified;
    }

    @Override
    public void close() throws KeeperException, InterruptedException {
        session.delete(queue + "/" + node);
    }
}
