package io.flashsale.locklab.replication;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.scheme.Work;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The lock on every one of several independent servers (a MultiLock).
 *
 * <p>Guarantees: one holder at a time while the work is shorter than the lease, even if all servers but one lose
 * their memory. Does not: admit anybody while a single server is down. It is as available as the worst of them.
 */
public final class MultiLock extends LockServers {

    public MultiLock(List<Redis> servers, Duration lease) {
        super(servers, lease);
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String owner = UUID.randomUUID().toString();
        List<Redis> locked = new ArrayList<>();
        try {
            for (Redis server : servers) { // all in the same order, so that two do not hold one half each
                if (!take(server, name, owner)) {
                    return false;
                }
                locked.add(server);
            }
            work.run(Work.NO_TOKEN);
            return true;
        } catch (UncheckedIOException oneIsDown) {
            return false;
        } finally {
            locked.forEach(server -> release(server, name, owner));
        }
    }
}
