package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static io.flashsale.admission.RedisFixture.HANG_GUARD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.bucket.BucketSupply;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.redis.Replication;
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
import org.redisson.config.Config;

/** If the queue does not acknowledge, a user is admitted only once all replicas have the reservation. */
@Tag("long")
class ReplicatedRedisIT {

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
            RedisFixture.readFromMasters(config.useSentinelServers().setMasterName(RedisSentinel.MASTER));
            ((RedisSentinels) stack.redisDeployment())
                    .sentinels()
                    .forEach(sentinel -> config.useSentinelServers()
                            .addSentinelAddress("redis://" + sentinel.host() + ":" + sentinel.port()));
            shouldPromiseOnlyWhatBothReplicasHave(stack, config);
        }
    }

    @Test
    void shouldPromiseOnlyWhatBothReplicasInTheClusterHave() throws Exception {
        try (DevStack stack = DevStack.in(directory("cluster")).redisCluster().start()) {
            Config config = RedisFixture.cluster(stack);
            shouldPromiseOnlyWhatBothReplicasHave(stack, config);
        }
    }

    private static Path directory(String name) {
        return Path.of("target/" + name + "-" + ProcessHandle.current().pid());
    }

    private AdmissionService service(RedisFixture redis, ReservationIds ids, Replication replication) {
        return new AdmissionService(
                redis.gates,
                ids,
                this::send,
                HANG_GUARD,
                replication,
                AdmissionService.Listener.NONE,
                BucketSupply.NONE);
    }

    private void shouldPromiseOnlyWhatBothReplicasHave(DevStack stack, Config config) throws Exception {
        RedisFixture redis = new RedisFixture(config);
        List<RedisServer> replicas = List.of();
        try {
            redis.open(100);
            ReservationIds ids = new ReservationIds(new AtomicLong()::incrementAndGet);
            AdmissionService waiting = service(redis, ids, new Replication(2, HANG_GUARD));
            assertThat(admitAll(waiting, 1, 3)).allMatch(Admission.Admitted.class::isInstance);
            assertThat(waiting.deferred()).isEqualTo(3);
            AdmissionService service = service(redis, ids, new Replication(2, Duration.ofSeconds(1)));

            RedisServer master = stack.redisServing(redis.keys.gate(CAMPAIGN));
            replicas = stack.servers().stream()
                    .filter(RedisServer.class::isInstance)
                    .map(RedisServer.class::cast)
                    .filter(server -> !server.info("role").equals("master"))
                    .toList();
            replicas.forEach(RedisServer::pause);
            assertThat(admitAll(service, 4, 6)).allMatch(Admission.Undecided.class::isInstance);
            assertThat(service.deferred()).isEqualTo(3);
            assertThat(admitAll(service, 4, 6))
                    .as("who asks again is not told of it, either")
                    .allMatch(Admission.Undecided.class::isInstance);
            replicas.getFirst().resume();
            assertThat(admitAll(service, 7, 9))
                    .as("the other replica may be the one that is promoted")
                    .allMatch(Admission.Undecided.class::isInstance);
            replicas.forEach(RedisServer::resume);
            AtomicLong next = new AtomicLong(9);
            await().until(() -> service.admit(CAMPAIGN, next.incrementAndGet(), "") instanceof Admission.Admitted);
            assertThat(stack.redisServing(redis.keys.gate(CAMPAIGN))).isSameAs(master);

            replicas.forEach(RedisServer::pause);
            queueIsThere = true;
            await().until(() -> service.admit(CAMPAIGN, next.incrementAndGet(), "") instanceof Admission.Admitted);
            replicas.forEach(RedisServer::resume);
            OutboxRelay relay = new OutboxRelay(redis.redis, "sale", this::send, Duration.ZERO);
            await().until(() -> {
                relay.run();
                return relay.outboxLength() == 0;
            });
            assertThat(queued.stream().flatMap(group -> group.reservations().stream()))
                    .extracting(UserReservation::userId)
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
