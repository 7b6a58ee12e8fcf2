package io.flashsale.devstack.server.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.process.Scratch;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.system.DevStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class RedisDeploymentsIT {

    static {
        RedisServer.takeForDeadOnlyAfter(Duration.ofSeconds(10));
    }

    @Test
    void sentinelsPromoteAReplicaAndStillKnowItAfterARestart() throws IOException {
        Path directory = Scratch.directory("sentinels");
        int promoted;
        try (DevStack stack = DevStack.in(directory).redisWithSentinels().start()) {
            assertThat(stack.redisDeployment().environment())
                    .containsEntry("SPRING_DATA_REDIS_SENTINEL_MASTER", "flashsale")
                    .hasEntrySatisfying(
                            "SPRING_DATA_REDIS_SENTINEL_NODES",
                            nodes -> assertThat(nodes.split(",")).hasSize(3));
            RedisServer master = stack.redis();
            master.run("SET kept yes");
            RedisSentinel sentinel = sentinel(stack);
            assertThat(masterPort(sentinel)).isEqualTo(master.port());
            await().atMost(Duration.ofMinutes(10))
                    .until(() -> master.run("WAIT 2 2000").equals("2"));

            master.kill();
            await().atMost(Duration.ofMinutes(10)).until(() -> masterPort(sentinel) != master.port());
            master.start();
            master.awaitInfo("role", "slave");
            promoted = masterPort(sentinel);
        }
        try (DevStack again = DevStack.in(directory).redisWithSentinels().start()) {
            assertThat(masterPort(sentinel(again))).isEqualTo(promoted);
            again.redis().awaitInfo("role", "slave");
            try (RedisConsole console = new RedisConsole(promoted)) {
                assertThat(console.run("GET kept")).isEqualTo("yes");
            }
        }
    }

    private static RedisSentinel sentinel(DevStack stack) {
        return ((RedisSentinels) stack.redisDeployment()).sentinels().getFirst();
    }

    /** The port of the current master, as this Sentinel knows it. */
    private static int masterPort(RedisSentinel sentinel) throws IOException {
        try (RedisConsole console = new RedisConsole(sentinel.port())) {
            String port = console.run("INFO sentinel").replaceFirst("(?s).*address=[^,]*:(\\d+),.*", "$1");
            return Integer.parseInt(port);
        }
    }

    @Test
    void aClusterServesAllSlotsAndReplacesAMaster() {
        Path directory = Scratch.directory("cluster");
        try (DevStack stack = DevStack.in(directory).redisCluster().start()) {
            assertThat(stack.redisDeployment().environment())
                    .hasEntrySatisfying(
                            "SPRING_DATA_REDIS_CLUSTER_NODES",
                            nodes -> assertThat(nodes.split(",")).hasSize(9));
            RedisCluster cluster = (RedisCluster) stack.redisDeployment();
            assertThat(cluster.masters())
                    .allSatisfy(master -> assertThat(master.info("role")).isEqualTo("master"));
            assertThat(cluster.replicas())
                    .allSatisfy(replica -> assertThat(replica.info("role")).isEqualTo("slave"));

            RedisServer first = stack.redisServing("{s0}");
            first.kill();
            await().atMost(Duration.ofMinutes(10)).ignoreExceptions().untilAsserted(() -> {
                RedisServer second = stack.redisServing("{s0}");
                assertThat(second).isNotSameAs(first);
                // Without another replica its shard would take no writes.
                assertThat(second.run("SET {s0} 1")).isEqualTo("OK");
            });
            assertThat(masters(cluster.replicas())).isEqualTo(1);
            assertThat(cluster.masters())
                    .filteredOn(RedisServer::isRunning)
                    .hasSize(2)
                    .allSatisfy(master -> assertThat(master.info("role")).isEqualTo("master"));
        }
        try (DevStack again = DevStack.in(directory).redisCluster().start()) {
            assertThat(again.redis().run("CLUSTER INFO"))
                    .contains("cluster_state:ok", "cluster_slots_ok:16384", "cluster_known_nodes:9");
        }
    }

    private static long masters(List<RedisServer> nodes) {
        return nodes.stream().filter(node -> node.info("role").equals("master")).count();
    }

    /** Otherwise one shard would stop all sales of the shop. Without replicas a master refuses to write. */
    @Test
    @Tag("weekly")
    void aClusterServesOnWhereAShardHasLostAllItsServersWhileAnotherHasReplicas() {
        try (DevStack stack =
                DevStack.in(Scratch.directory("lost-shard")).redisCluster().start()) {
            RedisCluster cluster = (RedisCluster) stack.redisDeployment();
            RedisServer lost = stack.redisServing("{s0}");
            String key = IntStream.range(1, 16)
                    .mapToObj(n -> "{s" + n + "}")
                    .filter(other -> stack.redisServing(other) != lost)
                    .findFirst()
                    .orElseThrow();
            RedisServer other = stack.redisServing(key);
            cluster.replicas().stream()
                    .filter(replica -> replica.info("master_port").equals(Integer.toString(lost.port())))
                    .forEach(RedisServer::kill);
            lost.kill();
            await().atMost(Duration.ofMinutes(10))
                    .untilAsserted(() -> assertThat(other.run("CLUSTER NODES").lines())
                            .anyMatch(node -> node.contains(":" + lost.port() + "@") && node.contains("master,fail ")));
            assertThat(other.run("SET " + key + " 1")).isEqualTo("OK");

            cluster.replicas().stream().filter(RedisServer::isRunning).forEach(RedisServer::kill);
            await().atMost(Duration.ofMinutes(10))
                    .untilAsserted(() -> assertThatThrownBy(() -> other.run("SET " + key + " 2"))
                            .hasMessageContaining("NOREPLICAS"));
        }
    }

    /** Killing a process while it forms a cluster may leave any part of it; the next start completes the cluster. */
    @ParameterizedTest
    @Tag("weekly")
    @ValueSource(ints = {1, 2, 3, 4})
    void aClusterIsFormedWhateverAnInterruptedStartHasLeft(int steps) {
        ProcessDirectory home = new ProcessDirectory(Scratch.directory("interrupted-" + steps));
        home.claim(ProcessIdentity.current());
        try {
            List<RedisServer> nodes = IntStream.rangeClosed(1, 6)
                    .mapToObj(n -> RedisServer.clusterNode("node-" + n, home, Ports.free(), Ports.free()))
                    .toList();
            nodes.forEach(RedisServer::start);
            RedisCluster cluster = new RedisCluster(nodes.subList(0, 3), nodes.subList(3, 6));
            RedisServer first = nodes.getFirst();
            nodes.subList(1, steps == 1 ? 2 : 6)
                    .forEach(node -> first.run("CLUSTER MEET " + node.host() + " " + node.port() + " "
                            + node.busPort().orElseThrow()));
            if (steps > 2) {
                first.run("CLUSTER ADDSLOTSRANGE 0 5460");
                nodes.get(1).run("CLUSTER ADDSLOTSRANGE 5461 10921");
            }
            if (steps > 3) {
                String id = first.run("CLUSTER MYID");
                await().atMost(Duration.ofMinutes(10))
                        .until(() -> nodes.get(3).run("CLUSTER NODES").contains(id));
                nodes.get(3).run("CLUSTER REPLICATE " + id);
            }

            cluster.form();

            assertThat(cluster.masters())
                    .allSatisfy(master ->
                            assertThat(master.info("connected_slaves")).isEqualTo("1"));
            String before = first.run("CLUSTER NODES");
            cluster.form();
            assertThat(first.run("CLUSTER NODES").lines().count())
                    .isEqualTo(before.lines().count());
        } finally {
            home.endAll();
            home.release();
        }
    }

    /** The others know a member by its port. On another port it would be unknown to them, and its data lost. */
    @Test
    void aMemberIsNotMovedToAnotherPort() throws IOException {
        Path directory = Scratch.directory("moved");
        try (DevStack stack = DevStack.in(directory).redisWithSentinels().start()) {
            assertThat(stack.servers()).extracting(ManagedProcess::name).contains("redis-1", "sentinel-3");
        }
        Path state = directory.resolve("stack.properties");
        List<String> lines = Files.readAllLines(state);
        lines.replaceAll(line -> line.startsWith("redis-2.port") ? "redis-2.port=0" : line);
        Files.write(state, lines);
        assertThatThrownBy(() -> DevStack.in(directory).redisWithSentinels().start())
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContaining("redis-2 has had another port");
    }
}
