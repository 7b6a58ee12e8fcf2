package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.redis.Replication;
import io.flashsale.devstack.server.redis.RedisCluster;
import io.flashsale.devstack.server.redis.RedisSentinel;
import io.flashsale.devstack.server.redis.RedisSentinels;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.system.DevStack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SubscriptionMode;

/** Where the queue does not acknowledge, somebody is admitted only if all replicas know of it. */
class ReplicatedRedisIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    private final List<ReservationGroup> queued = new CopyOnWriteArrayList<>();
    private boolean queueIsThere;

    private CompletableFuture<?> send(ReservationGroup group) {
        if (!queueIsThere) {
            return CompletableFuture.failedFuture(new IllegalStateException("the queue is away"));
        }
        queued.add(group);
        return CompletableFuture.completedFuture(null);
    }

    @Test
    void shouldPromiseOnlyWhatBothReplicasOfTheWatchedMasterHave() throws Exception {
        try (DevStack stack =
                DevStack.in(directory("sentinels")).redisWithSentinels().start()) {
            Config config = new Config();
            readFromMasters(config.useSentinelServers().setMasterName(RedisSentinel.MASTER));
            ((RedisSentinels) stack.redisDeployment())
                    .sentinels()
                    .forEach(sentinel -> config.useSentinelServers()
                            .addSentinelAddress("redis://" + sentinel.host() + ":" + sentinel.port()));
            shouldPromiseOnlyWhatBothReplicasHave(stack, config);
        }
    }

    @Test
    @Tag("long")
    void shouldPromiseOnlyWhatBothReplicasInTheClusterHave() throws Exception {
        try (DevStack stack = DevStack.in(directory("cluster")).redisCluster().start()) {
            Config config = new Config();
            readFromMasters(config.useClusterServers());
            ((RedisCluster) stack.redisDeployment())
                    .masters()
                    .forEach(node ->
                            config.useClusterServers().addNodeAddress("redis://" + node.host() + ":" + node.port()));
            shouldPromiseOnlyWhatBothReplicasHave(stack, config);
        }
    }

    private static Path directory(String name) {
        return Path.of("target/" + name + "-" + ProcessHandle.current().pid());
    }

    /** As {@code RedisConnections} has it in the services. */
    private static void readFromMasters(BaseMasterSlaveServersConfig<?> servers) {
        servers.setReadMode(ReadMode.MASTER);
        servers.setSubscriptionMode(SubscriptionMode.MASTER);
        servers.setMasterConnectionMinimumIdleSize(2);
    }

    private void shouldPromiseOnlyWhatBothReplicasHave(DevStack stack, Config config) throws Exception {
        RedisFixture redis = new RedisFixture(config);
        List<RedisServer> replicas = List.of();
        try {
            redis.open(100);
            AdmissionService service = new AdmissionService(
                    redis.gates,
                    new ReservationIds(new AtomicLong()::incrementAndGet),
                    this::send,
                    Duration.ofMillis(200),
                    new Replication(2, Duration.ofSeconds(1)));
            assertThat(admitAll(service, 1, 3)).allMatch(Admission.Admitted.class::isInstance);

            RedisServer master = stack.redisServing(redis.keys.gate(CAMPAIGN));
            replicas = stack.servers().stream()
                    .filter(RedisServer.class::isInstance)
                    .map(RedisServer.class::cast)
                    .filter(server -> !server.info("role").equals("master"))
                    .toList();
            replicas.forEach(RedisServer::pause);
            assertThat(admitAll(service, 4, 6)).allMatch(Admission.Undecided.class::isInstance);
            assertThat(service.deferred()).isEqualTo(6);
            assertThat(admitAll(service, 4, 6))
                    .as("who asks again is not told of it, either")
                    .allMatch(Admission.Undecided.class::isInstance);
            replicas.getFirst().resume();
            assertThat(admitAll(service, 7, 9))
                    .as("the other replica may be the one that is promoted")
                    .allMatch(Admission.Undecided.class::isInstance);
            replicas.forEach(RedisServer::resume);
            AtomicLong next = new AtomicLong(9);
            await().atMost(SOON)
                    .until(() -> service.admit(CAMPAIGN, next.incrementAndGet(), "") instanceof Admission.Admitted);
            assertThat(stack.redisServing(redis.keys.gate(CAMPAIGN))).isSameAs(master);

            replicas.forEach(RedisServer::pause);
            queueIsThere = true;
            await().atMost(SOON)
                    .until(() -> service.admit(CAMPAIGN, next.incrementAndGet(), "") instanceof Admission.Admitted);
            replicas.forEach(RedisServer::resume);
            OutboxRelay relay = new OutboxRelay(redis.redis, "sale", this::send, Duration.ZERO);
            await().atMost(SOON).until(() -> {
                relay.run();
                return relay.outboxLength() == 0;
            });
            assertThat(queued.stream().flatMap(group -> group.reservations().stream()))
                    .extracting(Reservation::userId)
                    .as("who was undecided is not forgotten either")
                    .contains(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        } finally {
            replicas.forEach(RedisServer::resume);
            redis.redis.shutdown();
        }
    }

    private static List<Admission> admitAll(AdmissionService service, long from, long to) {
        return service.admit(LongStream.rangeClosed(from, to)
                .mapToObj(user -> new AdmissionRequest(CAMPAIGN, user, ""))
                .toList());
    }
}
