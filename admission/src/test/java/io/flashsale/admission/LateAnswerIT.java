package io.flashsale.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.admission.redis.LuaScript;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.server.redis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.options.KeysScanOptions;
import org.redisson.api.redisnode.RedisNode;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;

/** Redis hangs for so long that it is asked a second time, and then finds both questions, in any sequence. */
class LateAnswerIT {

    /** So that the first question is given up well before it would be too late for the second. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    /** Until the second question is on its way, and not until it is given up. */
    private static final Duration HANGS_FOR = TIMEOUT.plus(RETRY_DELAY).plusMillis(300);

    private final ProcessDirectory home = new ProcessDirectory(
            Path.of("target/late-answer-" + ProcessHandle.current().pid()));
    private RedisServer server;
    private RedisFixture redis;

    @BeforeEach
    void start() {
        home.claim(ProcessIdentity.current());
        server = RedisServer.further("redis", home, Map.of());
        server.start();
        Config config = new Config();
        config.useSingleServer()
                .setAddress("redis://" + server.host() + ":" + server.port())
                .setConnectionMinimumIdleSize(2)
                .setTimeout((int) TIMEOUT.toMillis())
                .setRetryAttempts(1)
                .setRetryDelay(new ConstantDelay(RETRY_DELAY));
        redis = new RedisFixture(config);
        redis.redis.getKeys().flushall(); // of the test before, whose reservations had the same ids
        redis.open(5);
    }

    @AfterEach
    void end() {
        redis.redis.shutdown();
        home.endAll();
        home.release();
    }

    private Admission askedWhileItHangs(long user) {
        server.pause();
        CompletableFuture<Void> goesOn = CompletableFuture.runAsync(
                server::resume, CompletableFuture.delayedExecutor(HANGS_FOR.toMillis(), TimeUnit.MILLISECONDS));
        try {
            return redis.admit(user);
        } finally {
            goesOn.join();
        }
    }

    private long scriptsRun() {
        return Long.parseLong(redis.redis
                .getRedisNodes(RedisNodes.SINGLE)
                .getInstance()
                .info(RedisNode.InfoSection.COMMANDSTATS)
                .getOrDefault("cmdstat_evalsha", "calls=0,")
                .replaceFirst("calls=(\\d+),.*", "$1"));
    }

    /** If it were the client that repeats, nothing could tell the two apart that Redis finds when it goes on. */
    @Test
    void shouldOvertakeWhatWasNotAnswered() {
        redis.admitted(7);
        long before = scriptsRun();
        assertThat(askedWhileItHangs(7)).isInstanceOf(Admission.AlreadyHolding.class);
        assertThat(scriptsRun() - before).isEqualTo(2);
        assertThat(redis.redis.getKeys().getKeys(KeysScanOptions.defaults().pattern("*:overtaken")))
                .hasSize(1);
    }

    @Test
    void shouldSayWhoIsAdmitted() {
        assertThat(askedWhileItHangs(8)).isInstanceOfAny(Admission.Admitted.class, Admission.AdmittedBefore.class);
        assertThat(redis.state().remaining()).isEqualTo(4);
    }

    /** Its connections break, then none can be made, as while it is restarted. */
    @Test
    void shouldBeAskedOnceMoreWhileThereIsNoServer() {
        server.stop();
        LuaScript state = LuaScript.named("state");
        for (int i = 0; i < 8; i++) {
            assertThatThrownBy(() -> state.answersOnceAsync(redis.redis, List.of())
                            .toCompletableFuture()
                            .join())
                    .satisfies(fault -> assertThat(LuaScript.isWorthRepeating(fault))
                            .as("%s", fault)
                            .isTrue());
        }
    }
}
