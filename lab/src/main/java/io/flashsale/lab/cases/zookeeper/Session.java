package io.flashsale.lab.cases.zookeeper;

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

    private static final int PATIENCE_SECONDS = 20;

    private final ZooKeeper zooKeeper;

    /** Returns when the session is open. */
    Session(String servers, int timeoutMillis) throws IOException, InterruptedException {
        CountDownLatch connected = new CountDownLatch(1);
        zooKeeper = new ZooKeeper(servers, timeoutMillis, event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        if (!connected.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
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

    /** Makes a node that stays, if it is not there; so do others at the same time. */
    void ensure(String path) throws KeeperException, InterruptedException {
        try {
            zooKeeper.create(path, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        } catch (KeeperException.NodeExistsException somebodyMadeIt) {
            // that is what we want
        }
    }

    /** Deletes an ephemeral node of ours, unless it is gone already, on its own or with the session. */
    void delete(String path) throws KeeperException, InterruptedException {
        try {
            zooKeeper.delete(path, -1);
        } catch (KeeperException.NoNodeException | KeeperException.SessionExpiredException goneAlready) {
            // that is what we want
        }
    }

    @Override
    public void close() throws InterruptedException {
        zooKeeper.close();
    }
}
