package io.flashsale.locklab.replication;

import io.flashsale.locklab.redis.redisson.RedissonLock;
import io.flashsale.locklab.redis.redisson.TracedRedisson;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.redisson.Redisson;
import org.redisson.RedissonMultiLock;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's {@code RedissonMultiLock} and {@code RedissonRedLock}, ready-made.
 *
 * <p>Guarantees: what {@link MultiLock} and {@link RedLock} do, with a watchdog on each server. Redisson has
 * deprecated its RedLock: it advises RLock, which waits for replicas, or RFencedLock.
 */
public final class RedissonQuorumLock implements LockScheme {

    private final List<RedissonClient> clients;
    private final Function<RLock[], RLock> kind;

    private RedissonQuorumLock(List<String> addresses, Duration watchdogLease, Function<RLock[], RLock> kind) {
        this.clients = addresses.stream()
                .map(address -> client(address, watchdogLease))
                .toList();
        this.kind = kind;
    }

    public static RedissonQuorumLock everyServer(List<String> addresses, Duration watchdogLease) {
        return new RedissonQuorumLock(addresses, watchdogLease, RedissonMultiLock::new);
    }

    @SuppressWarnings("deprecation") // included because it is widespread
    public static RedissonQuorumLock majority(List<String> addresses, Duration watchdogLease) {
        return new RedissonQuorumLock(addresses, watchdogLease, RedissonRedLock::new);
    }

    private static RedissonClient client(String address, Duration watchdogLease) {
        Config config = new Config();
        config.setLockWatchdogTimeout(watchdogLease.toMillis());
        config.setThreads(2);
        config.setNettyThreads(2);
        config.useSingleServer()
                .setAddress("redis://" + address)
                // A server that is down refuses at once; one that hangs must cost only a part of the lease.
                .setConnectTimeout(2_000)
                .setTimeout(1_000)
                .setRetryAttempts(0)
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(8)
                .setSubscriptionConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionPoolSize(2);
        return Redisson.create(config);
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        RLock lock =
                kind.apply(clients.stream().map(client -> client.getLock(name)).toArray(RLock[]::new));
        RLock traced = TracedRedisson.lock(lock, () -> lock.getClass().getSimpleName() + " " + name, "");
        return RedissonLock.holding(traced, timeout, work);
    }

    @Override
    public void close() {
        clients.forEach(RedissonClient::shutdown);
    }
}
