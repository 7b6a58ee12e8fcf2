package io.flashsale.stock;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.tracing.OrderTrace;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.redisson.config.ClusterServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SentinelServersConfig;
import org.redisson.config.SingleServerConfig;
import org.redisson.spring.starter.RedissonAutoConfigurationV4;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Combines Spring's ordinary properties with our own settings, without a server. */
class RedisTopologyTests {

    private static void configured(Consumer<Config> check, String... properties) {
        new ApplicationContextRunner()
                .withInitializer(new ConfigDataApplicationContextInitializer())
                .withConfiguration(
                        AutoConfigurations.of(RedissonAutoConfigurationV4.class, DataRedisAutoConfiguration.class))
                .withUserConfiguration(StockInfrastructure.class)
                .withBean(OrderTrace.class, () -> OrderTrace.OFF)
                .withPropertyValues(properties)
                .run(context ->
                        check.accept(context.getBean(RedissonClient.class).getConfig()));
    }

    @Test
    void shouldBeStandAloneByDefault() {
        configured(
                config -> {
                    SingleServerConfig server = config.useSingleServer();
                    assertThat(server.getAddress()).isEqualTo("rediss://redis.example:6380");
                    assertThat(server.getTimeout()).isEqualTo(1_500);
                    assertThat(server.getConnectTimeout()).isEqualTo(500);
                    assertThat(server.getConnectionPoolSize()).isEqualTo(32);
                    assertThat(config.getUsername()).isEqualTo("stock");
                    assertThat(config.getPassword()).isEqualTo("secret");
                },
                "spring.data.redis.host=redis.example",
                "spring.data.redis.port=6380",
                "spring.data.redis.username=stock",
                "spring.data.redis.password=secret",
                "spring.data.redis.ssl.enabled=true");
    }

    @Test
    void shouldAskSentinels() {
        configured(
                config -> {
                    SentinelServersConfig servers = config.useSentinelServers();
                    assertThat(servers.getMasterName()).isEqualTo("shop");
                    assertThat(servers.getSentinelAddresses())
                            .containsExactly("redis://one:26379", "redis://two:26379");
                    assertThat(servers.getSentinelPassword()).isEqualTo("watch");
                    assertThat(servers.getTimeout()).isEqualTo(1_500);
                    assertThat(servers.getReadMode()).isEqualTo(ReadMode.MASTER);
                    assertThat(config.getPassword()).isEqualTo("secret");
                },
                "spring.data.redis.sentinel.master=shop",
                "spring.data.redis.sentinel.nodes=one:26379,two:26379",
                "spring.data.redis.sentinel.password=watch",
                "spring.data.redis.password=secret");
    }

    @Test
    void shouldKnowACluster() {
        configured(
                config -> {
                    ClusterServersConfig servers = config.useClusterServers();
                    assertThat(servers.getNodeAddresses()).containsExactly("redis://one:6379", "redis://two:6379");
                    assertThat(servers.getTimeout()).isEqualTo(1_500);
                    assertThat(servers.getMasterConnectionPoolSize()).isEqualTo(32);
                },
                "spring.data.redis.cluster.nodes=one:6379,two:6379");
    }
}
