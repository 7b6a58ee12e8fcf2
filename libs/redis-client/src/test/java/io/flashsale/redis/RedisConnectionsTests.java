package io.flashsale.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.flashsale.redis.RedisConnections.Recovery;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.ClusterServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SentinelServersConfig;
import org.redisson.config.SingleServerConfig;
import org.redisson.config.SubscriptionMode;

class RedisConnectionsTests {

    private static final RedisConnections CONNECTIONS = new RedisConnections(3, 7, Recovery.ONE_RETRY);

    private static <C extends BaseConfig<C>> C configured(Function<Config, C> topology) {
        Config config = new Config();
        C servers = topology.apply(config);
        CONNECTIONS.configure(config);
        assertThat(config.isLazyInitialization()).as("starts without Redis").isTrue();
        assertThat(topology.apply(config)).as("the topology stays").isSameAs(servers);
        assertThat(config.getLockWatchdogTimeout())
                .as("a killed process does not keep its lock for long")
                .isEqualTo(Duration.ofSeconds(5).toMillis());
        return servers;
    }

    static Stream<Function<Config, ? extends BaseConfig<?>>> topologies() {
        return Stream.of(Config::useSingleServer, Config::useSentinelServers, Config::useClusterServers);
    }

    @Test
    void shouldLimitTheConnectionsToAStandAloneServer() {
        SingleServerConfig server = configured(Config::useSingleServer);
        assertThat(server.getConnectionMinimumIdleSize()).isEqualTo(3);
        assertThat(server.getConnectionPoolSize()).isEqualTo(7);
    }

    @Test
    void shouldReadFromTheMasterThatSentinelNamesAndFromTheMastersOfACluster() {
        SentinelServersConfig sentinel = configured(Config::useSentinelServers);
        ClusterServersConfig cluster = configured(Config::useClusterServers);
        for (var servers : List.<BaseMasterSlaveServersConfig<?>>of(sentinel, cluster)) {
            assertThat(servers.getReadMode()).isEqualTo(ReadMode.MASTER);
            assertThat(servers.getSubscriptionMode()).isEqualTo(SubscriptionMode.MASTER);
            assertThat(servers.getMasterConnectionMinimumIdleSize()).isEqualTo(3);
            assertThat(servers.getMasterConnectionPoolSize()).isEqualTo(7);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldRecoverAsItIsTold(Function<Config, BaseConfig<?>> topology) {
        for (Recovery recovery : Recovery.values()) {
            Config config = new Config();
            BaseConfig<?> servers = topology.apply(config);
            servers.setTimeout(1_234);
            new RedisConnections(1, 2, recovery).configure(config);
            assertThat(servers.getTimeout()).as("what the properties say").isEqualTo(1_234);
            switch (recovery) {
                case NO_RETRY -> assertThat(servers.getRetryAttempts()).isZero();
                case ONE_RETRY -> {
                    assertThat(servers.getRetryAttempts()).isOne();
                    assertThat(List.of(
                                    servers.getRetryDelay().calcDelay(0),
                                    servers.getReconnectionDelay().calcDelay(5)))
                            .containsExactly(Duration.ofSeconds(1), Duration.ofMillis(200));
                }
            }
        }
    }

    @Test
    void shouldRefuseATopologyThatItDoesNotKnow() {
        Config nowhere = new Config();
        assertThatIllegalArgumentException().isThrownBy(() -> CONNECTIONS.configure(nowhere));
    }
}
