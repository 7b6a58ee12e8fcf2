package io.flashsale.devstack.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.process.Scratch;
import io.flashsale.devstack.server.redis.RedisLines;
import io.flashsale.devstack.server.redis.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Servers that belong together: a Redis with its replica, and a ZooKeeper ensemble. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SeveralServersIT {

    private ProcessDirectory home = claimed();

    private static ProcessDirectory claimed() {
        ProcessDirectory home = new ProcessDirectory(Scratch.directory("several"));
        home.claim(ProcessIdentity.current());
        return home;
    }

    @AfterAll
    void endAll() {
        home.endAll();
        home.release();
    }

    @Test
    void replicaThatWasHeldBackIsPromotedWithoutTheLastWrite() throws Exception {
        RedisServer master = RedisServer.further("held-back-master", home, Map.of());
        RedisServer replica = RedisServer.further("held-back-replica", home, Map.of());
        master.start();
        replica.start();
        RedisLines.ask(master, "SET before 1\r\n", 1);
        replica.replicate(master);
        assertThat(master.info("connected_slaves")).isEqualTo("1");
        assertThat(RedisLines.ask(replica, "GET before\r\n", 2)).isEqualTo("$11");

        replica.pause();
        master.dropReplicas();
        assertThat(RedisLines.ask(master, "SET lost 1\r\n", 1)).isEqualTo("+OK");
        master.kill();
        replica.resume();
        replica.promote();

        assertThat(replica.info("role")).isEqualTo("master");
        assertThat(RedisLines.ask(replica, "GET before\r\nGET lost\r\n", 3)).isEqualTo("$11$-1");
        assertThat(RedisLines.ask(replica, "SET after 1\r\n", 1)).isEqualTo("+OK");
    }

    @Test
    void masterWithoutAReplicaRefusesToWriteIfToldTo() throws Exception {
        RedisServer master = RedisServer.further("careful-master", home, Map.of("min-replicas-to-write", "1"));
        RedisServer replica = RedisServer.further("careful-replica", home, Map.of());
        master.start();
        replica.start();
        replica.replicate(master);
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() ->
                        assertThat(RedisLines.ask(master, "SET a 1\r\n", 1)).isEqualTo("+OK"));

        replica.promote();
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() ->
                        assertThat(RedisLines.ask(master, "SET a 2\r\n", 1)).startsWith("-NOREPLICAS"));
        master.set("min-replicas-to-write", "0");
        assertThat(RedisLines.ask(master, "SET a 3\r\n", 1)).isEqualTo("+OK");
    }

    @Test
    void unknownSettingIsRefusedByItsName() {
        RedisServer redis = RedisServer.further("settings", home, Map.of());
        redis.start();
        assertThatThrownBy(() -> redis.set("no-such-setting", "1"))
                .hasRootCauseInstanceOf(IOException.class)
                .hasMessageContaining("no-such-setting");
    }

    @Test
    void ensembleElectsAnotherLeaderWhenItsLeaderDies() {
        try (ZooKeeperEnsemble ensemble = new ZooKeeperEnsemble("ensemble", home)) {
            ensemble.start();
            ZooKeeperServer first = ensemble.awaitLeader();
            assertThat(ensemble.servers())
                    .hasSize(3)
                    .filteredOn(ZooKeeperServer::leads)
                    .containsExactly(first);
            assertThat(ensemble.connectString().split(",")).hasSize(3).doesNotHaveDuplicates();

            first.kill();
            await().atMost(Duration.ofMinutes(2)).until(() -> ensemble.leader().isPresent());
            ZooKeeperServer second = ensemble.awaitLeader();
            assertThat(second).isNotSameAs(first);

            first.start();
            assertThat(ensemble.awaitLeader()).isSameAs(second);
            assertThat(first.leads()).isFalse();
        }
    }
}
