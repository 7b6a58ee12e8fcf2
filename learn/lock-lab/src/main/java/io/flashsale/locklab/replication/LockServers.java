package io.flashsale.locklab.replication;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.scheme.LockScheme;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/** Independent Redis servers, each with a key for the lock. Each scheme decides on how many it must take the key. */
abstract sealed class LockServers implements LockScheme permits MultiLock, RedLock {

    private static final RedisScript RELEASE = RedisScript.named("lock/release");

    final List<Redis> servers;
    final Duration lease;

    LockServers(List<Redis> servers, Duration lease) {
        this.servers = List.copyOf(servers);
        this.lease = lease;
    }

    /** Whether the key was free on this server and now has this owner. */
    final boolean take(Redis server, String name, String owner) {
        return server.call("SET", name, owner, "NX", "PX", lease.toMillis()).isOk();
    }

    final void release(Redis server, String name, String owner) {
        try {
            RELEASE.run(server, List.of(name), owner);
        } catch (UncheckedIOException down) {
            // continues with the other servers; on this one the lock expires
        }
    }

    @Override
    public final void close() {
        servers.forEach(Redis::close);
    }
}
