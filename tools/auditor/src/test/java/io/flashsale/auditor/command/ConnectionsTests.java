package io.flashsale.auditor.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.flashsale.commandline.UsageException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.redisson.config.ClusterServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SentinelServersConfig;
import org.redisson.config.SingleServerConfig;

class ConnectionsTests {

    @TempDir
    private Path noDemo;

    private Config redis(Map<String, String> environment) {
        return new Connections(environment, noDemo).redis();
    }

    @Test
    void shouldFindAStandAloneRedis() {
        Config config = redis(Map.of(
                "SPRING_DATA_REDIS_HOST", "redis.example",
                "SPRING_DATA_REDIS_DATABASE", "3",
                "SPRING_DATA_REDIS_USERNAME", "auditor",
                "SPRING_DATA_REDIS_PASSWORD", "secret",
                "SPRING_DATA_REDIS_SSL_ENABLED", "true"));
        assertThat(config.isSingleConfig()).isTrue();
        assertThat(config.getUsername()).isEqualTo("auditor");
        assertThat(config.getPassword()).isEqualTo("secret");
        SingleServerConfig server = config.useSingleServer();
        assertThat(server.getAddress()).isEqualTo("rediss://redis.example:6379");
        assertThat(server.getDatabase()).isEqualTo(3);
        assertThat(server.getTimeout()).isEqualTo(10_000);
        assertThat(server.getConnectionPoolSize()).isEqualTo(4);
    }

    @Test
    void shouldAskSentinelsForTheMaster() {
        Config config = redis(Map.of(
                "SPRING_DATA_REDIS_SENTINEL_MASTER", "shop",
                "SPRING_DATA_REDIS_SENTINEL_NODES", "one:26379, two:26379",
                "SPRING_DATA_REDIS_SENTINEL_PASSWORD", "watch",
                "SPRING_DATA_REDIS_PASSWORD", "secret"));
        assertThat(config.isSentinelConfig()).isTrue();
        assertThat(config.getPassword()).isEqualTo("secret");
        SentinelServersConfig servers = config.useSentinelServers();
        assertThat(servers.getMasterName()).isEqualTo("shop");
        assertThat(servers.getSentinelAddresses()).containsExactly("redis://one:26379", "redis://two:26379");
        assertThat(servers.getSentinelPassword()).isEqualTo("watch");
        assertThat(servers.getReadMode()).isEqualTo(ReadMode.MASTER);
    }

    @Test
    void shouldReadACluster() {
        Config config = redis(Map.of("SPRING_DATA_REDIS_CLUSTER_NODES", "one:6379,two:6379"));
        assertThat(config.isClusterConfig()).isTrue();
        ClusterServersConfig servers = config.useClusterServers();
        assertThat(servers.getNodeAddresses()).containsExactly("redis://one:6379", "redis://two:6379");
        assertThat(servers.getReadMode()).isEqualTo(ReadMode.MASTER);
    }

    @Test
    void shouldLogInToKafkaAsTheServicesDo() {
        assertThat(new Connections(Map.of("SPRING_KAFKA_BOOTSTRAP_SERVERS", "one:9092"), noDemo).kafka())
                .isEqualTo(Map.of("bootstrap.servers", "one:9092", "security.protocol", "PLAINTEXT"));
        assertThat(new Connections(
                                Map.of(
                                        "SPRING_KAFKA_BOOTSTRAP_SERVERS", "one:9092",
                                        "SPRING_KAFKA_SECURITY_PROTOCOL", "SASL_SSL",
                                        "FLASHSALE_KAFKA_MECHANISM", "SCRAM-SHA-512",
                                        "FLASHSALE_KAFKA_USERNAME", "auditor",
                                        "FLASHSALE_KAFKA_PASSWORD", "secret"),
                                noDemo)
                        .kafka())
                .containsEntry("security.protocol", "SASL_SSL")
                .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
                .hasEntrySatisfying(
                        "sasl.jaas.config",
                        login -> assertThat(login.toString()).endsWith(" username=\"auditor\" password=\"secret\";"));
    }

    @Test
    void shouldSayWhatIsMissing() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> redis(Map.of("SPRING_DATA_REDIS_SENTINEL_MASTER", "shop")))
                .withMessageContaining("SPRING_DATA_REDIS_SENTINEL_NODES");
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> redis(Map.of()))
                .withMessageContaining("SPRING_DATA_REDIS_HOST");
    }
}
