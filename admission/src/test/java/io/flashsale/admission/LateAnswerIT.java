package io.flashsale.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.Admission.NotReady;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.server.redis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;

/** Redis hangs for so long that it is asked a second time, and then finds both questions, in any sequence. */
class LateAnswerIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    /** Until the second question is on its way, and not until it is given up. */
    private static final Duration HANGS_FOR = TIMEOUT.plus(RETRY_DELAY).plusMillis(700);

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
        redis = new RedisFixture(config).open(5);
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

    /** The unit that he has may come back between the two; then the first one, if it comes last, gives him another. */
    @Test
    void shouldRefuseNobodyWhoMayBeAdmittedYet() {
        redis.admitted(7);
        assertThat(askedWhileItHangs(7)).isEqualTo(new NotReady(Cause.UNREACHABLE));
        assertThat(redis.admit(7)).isInstanceOf(Admission.AlreadyHolding.class);
    }

    @Test
    void shouldSayWhoIsAdmitted() {
        assertThat(askedWhileItHangs(8)).isInstanceOfAny(Admission.Admitted.class, Admission.AdmittedBefore.class);
        assertThat(redis.state().remaining()).isEqualTo(4);
    }
}
