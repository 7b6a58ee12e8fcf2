package io.flashsale.locklab.zookeeper;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/** A session with ZooKeeper. Its ephemeral nodes exist until it is closed or times out. */
public final class ZooKeeperSession implements AutoCloseable {

    private static final int TIMEOUT_SECONDS = 120;
    private static final int BETWEEN_ATTEMPTS_MILLIS = 50;

    /** The open sessions of this process. */
    private static final Set<ZooKeeperSession> OPEN = ConcurrentHashMap.newKeySet();

    private final ZooKeeper zooKeeper;
    private final int timeoutMillis;

    /** Returns when the session is open. */
    public ZooKeeperSession(String servers, int timeoutMillis) throws IOException, InterruptedException {
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
        OPEN.add(this);
    }

    public ZooKeeper zooKeeper() {
        return zooKeeper;
    }

    /** Whether it can still be used; an expired session never can again. */
    boolean isAlive() {
        return zooKeeper.getState().isAlive();
    }

    /** Returns when this process has received all notifications of changes that were made before the call. */
    public static void receiveAll() {
        OPEN.forEach(ZooKeeperSession::receive);
    }

    private void receive() {
        CountDownLatch answered = new CountDownLatch(1);
        zooKeeper.sync(
                "/", (code, same, context) -> answered.countDown(), null); // answers and notifications keep their order
        try {
            answered.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether this thread waits for a response of ZooKeeper, which parks it as a lock would. */
    public static boolean isAsked(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .map(StackTraceElement::getClassName)
                .anyMatch(type ->
                        type.equals(ZooKeeperSession.class.getName()) || type.equals(TracedZooKeeper.class.getName()));
    }

    /** A request to ZooKeeper. */
    @FunctionalInterface
    public interface Request<T extends @Nullable Object> {
        T send(ZooKeeper zooKeeper) throws KeeperException, InterruptedException;
    }

    /**
     * Sends a request, and repeats it if its response was lost, for as long as the session may still live. All
     * connections break while the servers elect a leader. The request must be safe to repeat.
     */
    public <T extends @Nullable Object> T retrying(Request<T> request) throws KeeperException, InterruptedException {
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

    /** Creates a persistent node if it does not exist; others may create it at the same time. */
    public void ensure(String path) throws KeeperException, InterruptedException {
        try {
            retrying(asked -> asked.create(path, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT));
        } catch (KeeperException.NodeExistsException somebodyMadeIt) {
            // another client has created it
        }
    }

    /** Deletes an ephemeral node of ours, unless it is already gone, on its own or with the session. */
    void delete(String path) throws KeeperException, InterruptedException {
        try {
            retrying(asked -> {
                asked.delete(path, -1);
                return path;
            });
        } catch (KeeperException.NoNodeException | KeeperException.SessionExpiredException goneAlready) {
            // already gone
        }
    }

    @Override
    public void close() throws InterruptedException {
        OPEN.remove(this);
        zooKeeper.close();
    }
}
