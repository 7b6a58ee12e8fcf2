package io.flashsale.locklab.replication;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.scheme.LockScheme;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/** Independent Redis servers that each keep a lock's key; on how many it must be taken is a scheme's decision. */
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
            // the others must be released all the same; here the lock expires
        }
    }

    @Override
    public final void close() {
        servers.forEach(Redis::close);
    }
}
