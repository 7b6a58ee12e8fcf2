package io.flashsale.simulation.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.server.redis.RedisCluster;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.simulation.redis.CommandReply;
import io.flashsale.simulation.redis.EmbeddedLua;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * A real Redis answers each script as its model does, and holds the same afterwards: one alone, and the only master of a
 * Cluster, which refuses a script whose keys are in several slots.
 */
class RedisModelIT {

    private static final int LENGTH = 80;

    /** A sequence that took longer runs again: meanwhile the real server's clock has gone on. */
    private static final Duration MUST_TAKE_LESS = Duration.ofSeconds(20);

    private static final ProcessDirectory HOME = new ProcessDirectory(
            Path.of("target/redis-model-" + ProcessHandle.current().pid()));

    private static RedissonClient alone;
    private static RedissonClient inCluster;

    @BeforeAll
    static void connect() {
        alone = client(DevStack.shared().redis().freshDatabase());
        HOME.claim(ProcessIdentity.current());
        RedisServer node = RedisServer.clusterNode("redis-node", HOME, Ports.free(), Ports.free());
        node.start();
        node.set("min-replicas-to-write", "0");
        new RedisCluster(List.of(node), List.of()).form();
        inCluster = client(new RedisDatabase(node.host(), node.port(), 0));
    }

    private static RedissonClient client(RedisDatabase database) {
        Config config = new Config();
        config.useSingleServer()
                .setAddress("redis://" + database.host() + ":" + database.port())
                .setDatabase(database.index())
                .setTimeout(Math.toIntExact(Duration.ofMinutes(2).toMillis()))
                .setConnectionPoolSize(2)
                .setConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }

    @AfterAll
    static void disconnect() {
        alone.shutdown();
        inCluster.shutdown();
        HOME.endAll();
        HOME.release();
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void answersAndHoldsTheSame(long seed) {
        compare(alone, seed);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void answersAndHoldsTheSameInACluster(long seed) {
        compare(inCluster, seed);
    }

    private static void compare(RedissonClient redis, long seed) {
        List<Step> sequence = Sequences.forARealServer(seed, LENGTH);
        long begin;
        do {
            begin = System.nanoTime();
        } while (!runsEqually(redis, sequence, begin));
    }

    /** Returns false if it took too long to be compared. */
    private static boolean runsEqually(RedissonClient redis, List<Step> sequence, long begin) {
        RealServer real = new RealServer(redis);
        ModelServer model = new ModelServer(new EmbeddedLua(), Scripts.UNCHANGED, real.identity());
        ReferenceState known = new ReferenceState();
        known.identity = real.identity();
        for (Step step : sequence) {
            known.settle();
            switch (step) {
                case Step.OfServer change -> {
                    change.happenTo(real);
                    change.happenTo(model);
                    change.note(known);
                }
                case Step.OfScript script -> {
                    Step.Call call = script.call(known);
                    script.rule(known);
                    CommandReply answer = script.comparable(real.run(call));
                    if (hasTakenTooLong(begin)) {
                        return false;
                    }
                    assertThat(script.comparable(model.run(call)))
                            .as("%s", script)
                            .isEqualTo(answer);
                }
            }
        }
        RealServer.Held held = real.held();
        if (hasTakenTooLong(begin)) {
            return false;
        }
        assertThat(model.redis.dump()).isEqualTo(held.values());
        Map<String, Long> left = new TreeMap<>(model.redis.expiries());
        left.replaceAll((key, at) -> at - known.now);
        assertThat(left.keySet()).isEqualTo(held.millisLeft().keySet());
        left.forEach((key, millis) ->
                assertThat(held.millisLeft().get(key)).as(key).isBetween(millis - MUST_TAKE_LESS.toMillis(), millis));
        return true;
    }

    private static boolean hasTakenTooLong(long begin) {
        return System.nanoTime() - begin > MUST_TAKE_LESS.toNanos();
    }
}
