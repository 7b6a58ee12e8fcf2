package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.trace.Trace;
import java.util.List;
import java.util.function.Function;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * The few operations that articles' locks on ZooKeeper use, in the names of the client that they use. Each client
 * thread has a session of its own, and a new one if that has expired.
 *
 * <p>Each operation is one request. While the connection is broken, all requests are repeated but the creation of an
 * ephemeral node, which may have taken effect. That one throws an {@link IllegalStateException}.
 */
public record ZkClient(ZooKeeperSessions sessions) {

    /**
     * Creates a node that ends with the session. Returns the transaction that created it: later ones have higher
     * numbers.
     *
     * @throws IllegalStateException if the node exists, or if the connection broke
     */
    public long createEphemeral(String path) throws InterruptedException {
        Stat created = new Stat();
        create(path, CreateMode.EPHEMERAL, created);
        return created.getCzxid();
    }

    /**
     * Creates a node that ends with the session, and whose name ends with the next of ten-digit numbers. Returns its
     * path.
     *
     * @throws IllegalStateException if the connection broke
     */
    public String createEphemeralSequential(String path) throws InterruptedException {
        return create(path, CreateMode.EPHEMERAL_SEQUENTIAL, new Stat());
    }

    private String create(String path, CreateMode mode, Stat created) throws InterruptedException {
        try {
            return sessions.mine().zooKeeper().create(path, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, mode, created);
        } catch (KeeperException e) {
            throw ZooKeeperSessions.fault(e);
        }
    }

    /** Creates a node that stays, unless it exists. */
    public void createPersistent(String path) throws InterruptedException {
        repeated("create PERSISTENT " + path, done -> "OK", session -> {
            session.ensure(path);
            return path;
        });
    }

    public boolean exists(String path) throws InterruptedException {
        return repeated(
                "exists " + path,
                there -> there ? "yes" : "no",
                session -> session.retrying(asked -> asked.exists(path, false) != null));
    }

    public List<String> getChildren(String path) throws InterruptedException {
        return repeated(
                "getChildren " + path,
                List::toString,
                session -> session.retrying(asked -> asked.getChildren(path, false)));
    }

    /** Deletes the node, whichever session has created it, unless it is gone. */
    public void delete(String path) throws InterruptedException {
        repeated("delete " + path, done -> "OK", session -> {
            session.delete(path);
            return path;
        });
    }

    /** Calls the listener once, on another thread, when the node is deleted. It need not exist yet. */
    public void subscribeDeletion(String path, Runnable listener) throws InterruptedException {
        repeated(
                "watch " + path,
                done -> "OK",
                session -> session.retrying(asked -> {
                    asked.exists(path, change -> changed(asked, path, listener, change.getType()));
                    return path;
                }));
    }

    private static void changed(ZooKeeper zooKeeper, String path, Runnable listener, EventType change) {
        if (change == EventType.NodeDeleted) {
            listener.run();
        } else if (change != EventType.None) { // a watch is for one change
            zooKeeper.exists(
                    path,
                    next -> changed(zooKeeper, path, listener, next.getType()),
                    (code, same, context, stat) -> {},
                    null);
        }
    }

    /** A request that may be repeated. */
    @FunctionalInterface
    private interface Request<T> {
        T send(ZooKeeperSession session) throws KeeperException, InterruptedException;
    }

    private <T> T repeated(String text, Function<T, String> answer, Request<T> request) throws InterruptedException {
        try {
            return Trace.call(Trace.ZOOKEEPER, () -> text, answer, () -> request.send(sessions.mine()));
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (KeeperException e) {
            throw ZooKeeperSessions.fault(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
