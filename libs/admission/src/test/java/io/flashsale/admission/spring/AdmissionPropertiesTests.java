package io.flashsale.admission.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.redisson.config.Config;

class AdmissionPropertiesTests {

    private static int replicas(@Nullable Integer wanted, Config redis) {
        Duration any = Duration.ofMillis(300);
        return new AdmissionProperties(any, any, wanted).replication(redis).replicas();
    }

    private static Config standAlone() {
        Config config = new Config();
        config.useSingleServer();
        return config;
    }

    private static Config watched() {
        Config config = new Config();
        config.useSentinelServers();
        return config;
    }

    private static Config cluster() {
        Config config = new Config();
        config.useClusterServers();
        return config;
    }

    @Test
    void shouldAskBothReplicasWhereThereAreSome() {
        assertThat(replicas(null, standAlone())).isZero();
        assertThat(replicas(null, watched())).isEqualTo(2);
        assertThat(replicas(null, cluster())).isEqualTo(2);
    }

    @Test
    void shouldAskAsManyAsItIsTold() {
        assertThat(replicas(1, standAlone())).isOne();
        assertThat(replicas(1, watched())).isOne();
        assertThat(replicas(0, cluster())).isZero();
    }
}
