package io.flashsale.locklab.zookeeper;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/** A session with ZooKeeper. Its ephemeral nodes live as long as it does: until it is closed, or not heard of in time. */
final class Session implements AutoCloseable {

    private static final int TIMEOUT_SECONDS = 20;
    private static final int BETWEEN_ATTEMPTS_MILLIS = 50;

    private final ZooKeeper zooKeeper;
    private final int timeoutMillis;

    /** Returns when the session is open. */
    Session(String servers, int timeoutMillis) throws IOException, InterruptedException {
        this.timeoutMillis = timeoutMillis;
        CountDownLatch connected = new CountDownLatch(1);
        zooKeeper = new TracedZooKeeper(servers, timeoutMillis, event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        if (!connected.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            close();
            throw new IOException("no ZooKeeper at " + servers);
        }
    }

    ZooKeeper zooKeeper() {
        return zooKeeper;
    }

    /** Whether it can still be used; one that has expired never can again. */
    boolean isAlive() {
        return zooKeeper.getState().isAlive();
    }

    /** Something that ZooKeeper is asked for. */
    @FunctionalInterface
    interface Request<T> {
        T send(ZooKeeper zooKeeper) throws KeeperException, InterruptedException;
    }

    /**
     * Sends a request, and sends it again if its answer was lost, for as long as the session may still live: while the
     * servers elect a leader all connections end. The request must do no harm if it was carried out already.
     */
    <T> T retrying(Request<T> request) throws KeeperException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        while (true) {
            try {
                return request.send(zooKeeper);
            } catch (KeeperException.ConnectionLossException answerLost) {
                if (System.nanoTime() > deadline) {
                    throw answerLost;
                }
                Thread.sleep(BETWEEN_ATTEMPTS_MILLIS);
            }
        }
    }

    /** Makes a node that stays, if it is not there; so do others at the same time. */
    void ensure(String path) throws KeeperException, InterruptedException {
        try {
            retrying(asked -> asked.create(path, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT));
        } catch (KeeperException.NodeExistsException somebodyMadeIt) {
            // that is what we want
        }
    }

    /** Deletes an ephemeral node of ours, unless it is gone already, on its own or with the session. */
    void delete(String path) throws KeeperException, InterruptedException {
        try {
            retrying(asked -> {
                asked.delete(path, -1);
                return path;
            });
        } catch (KeeperException.NoNodeException | KeeperException.SessionExpiredException goneAlready) {
            // that is what we want
        }
    }

    @Override
    public void close() throws InterruptedException {
        zooKeeper.close();
    }
}
