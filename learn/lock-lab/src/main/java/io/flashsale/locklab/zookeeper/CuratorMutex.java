package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;

/**
 * Curator's {@code InterProcessMutex}: {@link SequentialNodeLock}, ready-made.
 *
 * <p>Guarantees: what {@link SequentialNodeLock} does, reentrancy for the thread that holds it, and recovery of a
 * node whose creation got no response. Does not: stop a holder whose session has expired. Curator reports that to
 * connection listeners; stopping is up to the holder. Entries are counted in a map of the JVM, so an expired holder
 * enters again without asking ZooKeeper.
 */
public final class CuratorMutex implements LockScheme {

    private final CuratorFramework curator;
    private final Map<String, InterProcessMutex> mutexes = new ConcurrentHashMap<>();

    public CuratorMutex(CuratorFramework curator) {
        this.curator = curator;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        // One mutex per name and process: it tracks its threads.
        InterProcessMutex mutex = mutexes.computeIfAbsent(name, each -> new InterProcessMutex(curator, "/" + each));
        return CuratorLocks.whileHolding(mutex, timeout, work);
    }

    @Override
    public void close() {
        curator.close();
    }
}
