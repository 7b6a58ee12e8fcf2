package io.flashsale.locklab.zookeeper;

import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.ReadWriteScheme;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;

/**
 * Curator's {@code InterProcessReadWriteLock}: {@link RefinedSharedNodesLock}, ready-made.
 *
 * <p>Guarantees: what {@link RefinedSharedNodesLock} does, and reentrancy on each side; a writer may also read.
 * Does not: let a reader become a writer, which would wait for itself.
 */
public final class CuratorReadWriteLock implements ReadWriteScheme {

    private final CuratorFramework curator;
    private final Map<String, InterProcessReadWriteLock> locks = new ConcurrentHashMap<>();

    public CuratorReadWriteLock(CuratorFramework curator) {
        this.curator = curator;
    }

    @Override
    public LockScheme toRead() {
        return (name, timeout, work) -> CuratorLocks.whileHolding(lock(name).readLock(), timeout, work);
    }

    @Override
    public LockScheme toWrite() {
        return (name, timeout, work) -> CuratorLocks.whileHolding(lock(name).writeLock(), timeout, work);
    }

    private InterProcessReadWriteLock lock(String name) {
        return locks.computeIfAbsent(name, each -> new InterProcessReadWriteLock(curator, "/" + each));
    }

    @Override
    public void close() {
        curator.close();
    }
}
