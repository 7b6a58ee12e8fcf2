package io.flashsale.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.spy;

import io.flashsale.admission.redis.LuaScript;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.server.redis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.KeysScanOptions;
import org.redisson.api.options.OptionalOptions;
import org.redisson.api.redisnode.RedisNode;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;

/** Redis hangs until it is asked a second time, and then finds both questions, in any sequence. */
class LateAnswerIT {

    /** The first question is given up well before it would be too late for the second. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final ProcessDirectory home = new ProcessDirectory(
            Path.of("target/late-answer-" + ProcessHandle.current().pid()));
    private RedisServer server;
    private RedisFixture redis;
    private long scriptsBefore;

    @BeforeEach
    void start() {
        home.claim(ProcessIdentity.current());
        server = RedisServer.further("redis", home, Map.of());
        server.start();
        Config config = RedisFixture.singleServer(server.host(), server.port());
        config.useSingleServer()
                .setTimeout((int) TIMEOUT.toMillis())
                .setRetryAttempts(1)
                .setRetryDelay(new ConstantDelay(Duration.ofSeconds(1)));
        redis = new RedisFixture(spy(Redisson.create(config)));
    }

    @AfterEach
    void end() {
        redis.redis.shutdown();
        home.endAll();
        home.release();
    }

    /**
     * Resumes Redis once the second question is on its way. On a machine so slow that this one is given up, too, or
     * never asked, tries all again.
     */
    private Admission askedWhileItHangs(Runnable before, long user) {
        return await().ignoreExceptionsMatching(LuaScript::isWorthRepeating)
                .until(
                        () -> {
                            redis.redis.getKeys().flushall();
                            redis.open(5);
                            before.run();
                            scriptsBefore = scriptsRun();
                            server.pause();
                            afterQuestions(2, server::resume);
                            try {
                                return redis.admit(user);
                            } finally {
                                server.resume();
                            }
                        },
                        admission -> true);
    }

    private void afterQuestions(int count, Runnable then) {
        AtomicInteger asked = new AtomicInteger();
        RedissonClient client = redis.redis;
        doAnswer(call -> {
                    RScript script = spy((RScript) call.callRealMethod());
                    doAnswer(question -> {
                                Object answer = question.callRealMethod();
                                if (asked.incrementAndGet() == count) {
                                    then.run();
                                }
                                return answer;
                            })
                            .when(script)
                            .evalShaAsync(any(), anyString(), any(), anyList(), any(Object[].class));
                    return script;
                })
                .when(client)
                .getScript(any(OptionalOptions.class));
    }

    private long scriptsRun() {
        return Long.parseLong(redis.redis
                .getRedisNodes(RedisNodes.SINGLE)
                .getInstance()
                .info(RedisNode.InfoSection.COMMANDSTATS)
                .getOrDefault("cmdstat_evalsha", "calls=0,")
                .replaceFirst("calls=(\\d+),.*", "$1"));
    }

    /** If the client repeated the call, Redis could not tell the two apart when it resumes. */
    @Test
    void shouldOvertakeWhatWasNotAnswered() {
        assertThat(askedWhileItHangs(() -> redis.admitted(7), 7)).isInstanceOf(Admission.AlreadyHolding.class);
        await().untilAsserted(() -> assertThat(scriptsRun() - scriptsBefore).isEqualTo(2));
        assertThat(redis.redis.getKeys().getKeys(KeysScanOptions.defaults().pattern("*:overtaken")))
                .hasSize(1);
    }

    @Test
    void shouldSayWhoIsAdmitted() {
        assertThat(askedWhileItHangs(() -> {}, 8))
                .isInstanceOfAny(Admission.Admitted.class, Admission.AdmittedBefore.class);
        assertThat(redis.state().remaining()).isEqualTo(4);
    }

    /** Breaks its connections, and lets none be made, as during a restart. */
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
