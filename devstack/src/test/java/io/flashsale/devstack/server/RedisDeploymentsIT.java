package io.flashsale.devstack.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.Scratch;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.system.DevStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RedisDeploymentsIT {

    @Test
    @Tag("long")
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
            assertThat(sentinel.masterPort()).isEqualTo(master.port());
            assertThat(master.run("WAIT 2 2000")).isEqualTo("2");

            master.kill();
            await().atMost(Duration.ofSeconds(30)).until(() -> sentinel.masterPort() != master.port());
            master.start();
            master.awaitInfo("role", "slave");
            promoted = sentinel.masterPort();
        }
        try (DevStack again = DevStack.in(directory).redisWithSentinels().start()) {
            assertThat(sentinel(again).masterPort()).isEqualTo(promoted);
            again.redis().awaitInfo("role", "slave");
            try (RedisConsole console = new RedisConsole(promoted)) {
                assertThat(console.run("GET kept")).isEqualTo("yes");
            }
        }
    }

    private static RedisSentinel sentinel(DevStack stack) {
        return ((RedisSentinels) stack.redisDeployment()).sentinels().getFirst();
    }

    @Test
    @Tag("long")
    void aClusterServesAllSlotsAndReplacesAMaster() {
        Path directory = Scratch.directory("cluster");
        try (DevStack stack = DevStack.in(directory).redisCluster().start()) {
            assertThat(stack.redisDeployment().environment())
                    .hasEntrySatisfying(
                            "SPRING_DATA_REDIS_CLUSTER_NODES",
                            nodes -> assertThat(nodes.split(",")).hasSize(6));
            RedisCluster cluster = (RedisCluster) stack.redisDeployment();
            assertThat(cluster.masters())
                    .allSatisfy(master -> assertThat(master.info("role")).isEqualTo("master"));
            assertThat(cluster.replicas())
                    .allSatisfy(replica -> assertThat(replica.info("role")).isEqualTo("slave"));

            cluster.masters().getFirst().kill();
            cluster.replicas().getFirst().awaitInfo("role", "master");
        }
        try (DevStack again = DevStack.in(directory).redisCluster().start()) {
            assertThat(again.redis().run("CLUSTER INFO")).contains("cluster_state:ok", "cluster_known_nodes:6");
        }
    }

    /** The others know a member by its port: one on another port would be a stranger to them, and its data lost. */
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
