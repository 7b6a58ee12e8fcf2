package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.scheme.SchemeContext;
import io.flashsale.locklab.scheme.Work;
import io.flashsale.locklab.trace.Trace;
import io.flashsale.locklab.trace.TraceStep.Kind;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** The client and the connection reports of both Curator locks. */
final class CuratorLocks {

    private static final int CONNECT_TIMEOUT_MILLIS = 60_000;

    private CuratorLocks() {}

    /** A client with one session, whose time-out is the lease. */
    static CuratorFramework client(SchemeContext context) {
        CuratorFramework curator = CuratorFrameworkFactory.builder()
                .connectString(context.setting("zookeeper"))
                .sessionTimeoutMs(context.number("lease"))
                .connectionTimeoutMs(CONNECT_TIMEOUT_MILLIS)
                .retryPolicy(new ExponentialBackoffRetry(100, 5))
                .zookeeperFactory(
                        (servers, timeout, watcher, readOnly) -> new TracedZooKeeper(servers, timeout, watcher))
                .build();
        curator.getConnectionStateListenable().addListener((client, state) -> tell(state));
        curator.start();
        return curator;
    }

    /** Reports the state. A holder must pause at SUSPENDED and has lost the lock at LOST; Curator does no more. */
    private static void tell(ConnectionState state) {
        if (state != ConnectionState.CONNECTED) {
            Trace.note(Kind.CONNECTION, state.name(), "");
        }
    }

    static boolean whileHolding(InterProcessLock lock, Duration timeout, Work work) throws InterruptedException {
        try {
            if (!lock.acquire(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                return false;
            }
            try {
                work.run(Work.NO_TOKEN);
            } finally {
                lock.release();
            }
            return true;
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("ZooKeeper: " + e.getMessage(), e);
        }
    }
}
