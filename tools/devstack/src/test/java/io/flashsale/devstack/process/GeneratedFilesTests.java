package io.flashsale.devstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.server.KafkaServer;
import io.flashsale.devstack.server.KafkaServer.UserListener;
import io.flashsale.devstack.server.PrometheusServer;
import io.flashsale.devstack.server.ZooKeeperEnsemble;
import io.flashsale.devstack.server.redis.RedisSentinel;
import io.flashsale.devstack.server.redis.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The configuration files of servers, written by a JVM whose language has digits of its own. */
@Isolated
class GeneratedFilesTests {

    private static final Locale PERSIAN = Locale.forLanguageTag("fa-IR-u-nu-arabext");

    @Test
    void haveLatinDigits(@TempDir Path folder) throws Exception {
        ProcessDirectory home = new ProcessDirectory(folder);
        RedisServer master = RedisServer.watchedMaster("redis-1", home, 26_001);
        Stream<ManagedProcess> servers = Stream.of(
                new KafkaServer("kafka", home, 26_002, 26_003, 26_004, new UserListener(26_005, Map.of()), AotUse.NONE),
                new PrometheusServer(
                        home,
                        Path.of("prometheus"),
                        Path.of("alerts.yml"),
                        List.of(new PrometheusServer.Target("gateway", 26_006))),
                master,
                new RedisSentinel("sentinel-1", home, 26_007, master, 2, 3));
        Locale before = Locale.getDefault();
        Locale.setDefault(PERSIAN);
        try {
            assertThat("%d".formatted(1)).isNotEqualTo("1");
            for (ManagedProcess server : Stream.concat(servers, new ZooKeeperEnsemble("zoo", home).servers().stream())
                    .toList()) {
                server.prepare();
            }
        } finally {
            Locale.setDefault(before);
        }
        for (String file : List.of(
                "kafka/server.properties",
                "prometheus/prometheus.yml",
                "redis-1/redis.conf",
                "sentinel-1/sentinel.conf",
                "zoo-1/zoo.cfg")) {
            assertThat(Files.readString(folder.resolve(file)).chars())
                    .as(file)
                    .isNotEmpty()
                    .allMatch(letter -> letter < 128);
        }
    }
}
