package io.flashsale.devstack.fault;

import io.flashsale.devstack.server.redis.RedisSentinel;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.system.DevStack;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The Redis servers of a stack that take writes now.
 *
 * <p>That is a single server, the Sentinels' master, or the masters of a Cluster.
 */
final class RedisMasters {

    private final List<RedisServer> servers;
    private final List<RedisSentinel> sentinels;

    RedisMasters(DevStack stack) {
        this.servers = stack.servers(RedisServer.class);
        this.sentinels = stack.servers(RedisSentinel.class);
    }

    /** Whether the stack has any Redis. */
    boolean exist() {
        return !servers.isEmpty();
    }

    /** Whether there are replicas that can take over from a master. */
    boolean canFailOver() {
        return servers.size() > 1;
    }

    /** @param isBroken by name; a server that hangs is not asked, because it would block the caller */
    Optional<RedisServer> first(Predicate<String> isBroken) {
        return usable(isBroken).filter(RedisMasters::isMaster).findFirst();
    }

    /** Empties all masters. */
    void wipe(Predicate<String> isBroken) {
        usable(isBroken).filter(RedisMasters::isMaster).forEach(RedisServer::wipe);
    }

    /**
     * Replaces each master by one of its replicas.
     *
     * @throws UncheckedIOException if the Sentinels or the Cluster refuse, as they do for a while after a
     *     fail-over
     */
    void failOver(Predicate<String> isBroken) {
        if (sentinels.isEmpty()) {
            Set<String> replaced = new HashSet<>();
            usable(isBroken)
                    .filter(server -> !isMaster(server))
                    .filter(replica -> replaced.add(replica.info("master_port")))
                    .forEach(RedisServer::takeOver);
        } else {
            sentinels.stream()
                    .filter(RedisSentinel::isServing)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no Sentinel answers"))
                    .failOver();
        }
    }

    private Stream<RedisServer> usable(Predicate<String> isBroken) {
        return servers.stream().filter(server -> server.isRunning() && !isBroken.test(server.name()));
    }

    private static boolean isMaster(RedisServer server) {
        try {
            return server.info("role").equals("master");
        } catch (UncheckedIOException doesNotAnswer) {
            return false;
        }
    }
}
