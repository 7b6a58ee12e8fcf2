package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.admission.StockGates.Attempt;
import io.flashsale.admission.StockGates.Release;
import io.flashsale.admission.StockGates.Request;
import io.flashsale.admission.redis.LuaScript;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.system.DevStack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.api.redisnode.RedisClusterMaster;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.api.redisnode.SetSlotCommand;
import org.redisson.client.RedisTryAgainException;

/** The shard of a campaign migrates between masters of a Redis Cluster while the campaign is open. */
@Tag("long")
class SlotMigrationIT {

    static {
        RedisServer.takeForDeadOnlyAfter(Duration.ofSeconds(10));
    }

    @Test
    void shouldAdmitOnceAndReleaseOnceWhereverTheKeysAre() {
        Path home = Path.of("target/slot-migration-" + ProcessHandle.current().pid());
        try (DevStack stack = DevStack.in(home).redisCluster().start()) {
            RedisFixture redis = new RedisFixture(RedisFixture.cluster(stack));
            try {
                redis.open(5);
                ReservationGroup before = redis.admitted(6);
                move(redis, before);
            } finally {
                redis.redis.shutdown();
            }
        }
    }

    private static void move(RedisFixture redis, ReservationGroup before) {
        int slot = redis.redis.getKeys().getSlot(redis.keys.gate(CAMPAIGN));
        List<RedisClusterMaster> masters =
                List.copyOf(redis.redis.getRedisNodes(RedisNodes.CLUSTER).getMasters());
        RedisClusterMaster from = masters.stream()
                .filter(master -> master.clusterCountKeysInSlot(slot) > 0)
                .findFirst()
                .orElseThrow();
        RedisClusterMaster to =
                masters.stream().filter(master -> master != from).findFirst().orElseThrow();
        to.clusterSetSlot(slot, SetSlotCommand.IMPORTING, from.clusterId());
        from.clusterSetSlot(slot, SetSlotCommand.MIGRATING, to.clusterId());

        // Until the slot has moved, no server runs a script that names the key of a new reservation.
        assertNobodyIsAdmitted(redis);
        for (String key : from.clusterGetKeysInSlot(slot, 1_000)) {
            redis.redis
                    .getKeys()
                    .migrate(key, to.getAddr().getHostString(), to.getAddr().getPort(), 0, 60_000);
        }
        assertNobodyIsAdmitted(redis);
        assertThat(redis.release(6, before.first()))
                .as("ASK: the keys are there, but the slot is not yet")
                .isEqualTo(Release.RELEASED);
        assertThat(redis.release(6, before.first())).isEqualTo(Release.NOT_HELD);

        masters.forEach(master -> master.clusterSetSlot(slot, SetSlotCommand.NODE, to.clusterId()));
        assertThat(redis.release(6, before.first()))
                .as("MOVED: the slot is there, too")
                .isEqualTo(Release.NOT_HELD);
        StockGateRebuild rebuild = StockGateRebuild.begin(redis.gates, CAMPAIGN); // it is of another server
        assertThat(rebuild.reopen(RedisFixture.campaign(5), 5, Map.of())).isTrue();
        redis.admitted(7);
        assertThat(redis.admit(7)).isInstanceOf(Admission.AlreadyHolding.class);
        assertThat(redis.state().remaining()).isEqualTo(4);
        assertThat(redis.state().drift()).isZero();
    }

    private static void assertNobodyIsAdmitted(RedisFixture redis) {
        assertThatThrownBy(() -> redis.attempt(Attempt.FIRST, List.of(new Request(16_000_000_000_010L, 7, ""))))
                .hasCauseInstanceOf(RedisTryAgainException.class)
                .satisfies(
                        fault -> assertThat(LuaScript.isWorthRepeating(fault)).isTrue());
    }
}
