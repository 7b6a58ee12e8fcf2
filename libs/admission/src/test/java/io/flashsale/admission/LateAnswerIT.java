package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.spy;

import io.flashsale.admission.redis.LuaScript;
import io.flashsale.devstack.server.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.KeysScanOptions;
import org.redisson.api.options.OptionalOptions;
import org.redisson.api.redisnode.RedisNode;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.RedisTimeoutException;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;

/** Redis hangs until it is asked a second time, and then finds both questions, in any sequence. */
class LateAnswerIT extends OwnServersFixture {

    /** The first question is given up well before it would be too late for the second. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private RedisServer server;
    private long scriptsBefore;

    @BeforeEach
    void start() {
        server = started("redis");
        Config config = RedisFixture.singleServer(server.host(), server.port());
        config.useSingleServer()
                .setTimeout((int) TIMEOUT.toMillis())
                .setRetryAttempts(1)
                .setRetryDelay(new ConstantDelay(Duration.ofSeconds(1)));
        redis = new RedisFixture(spy(Redisson.create(config)));
    }

    /**
     * Resumes Redis once the second question is on its way. On a machine so slow that this one is given up, too, or
     * never asked, tries all again.
     */
    private Admission askedWhileItHangs(Runnable before, long user) {
        return patiently().until(() -> askedOnceWhileItHangs(before, user), admission -> true);
    }

    private Admission askedOnceWhileItHangs(Runnable before, long user) {
        redis.redis.getKeys().flushall();
        // Its answer means nothing here: a call that the client repeats finds the gate open already.
        StockGateRebuild.begin(redis.gates, CAMPAIGN).reopen(RedisFixture.campaign(5), 5, Map.of());
        before.run();
        if (overtaken().iterator().hasNext()) {
            throw new RedisTimeoutException("the machine is so slow that this was asked twice already");
        }
        scriptsBefore = scriptsRun();
        server.pause();
        afterQuestions(2, server::resume);
        try {
            return redis.admit(user);
        } finally {
            server.resume();
        }
    }

    /** Repeats what this client, which is not patient, gives up. */
    private static ConditionFactory patiently() {
        return await().atMost(Duration.ofMinutes(10)).ignoreExceptionsMatching(LuaScript::isWorthRepeating);
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

    private Iterable<String> overtaken() {
        return redis.redis.getKeys().getKeys(KeysScanOptions.defaults().pattern("*:overtaken"));
    }

    /** If the client repeated the call, Redis could not tell the two apart when it resumes. */
    @Test
    void shouldOvertakeWhatWasNotAnswered() {
        assertThat(askedWhileItHangs(() -> redis.admit(7), 7)).isInstanceOf(Admission.AlreadyHolding.class);
        patiently().untilAsserted(() -> assertThat(scriptsRun() - scriptsBefore).isEqualTo(2));
        patiently().untilAsserted(() -> assertThat(overtaken()).hasSize(1));
    }

    @Test
    void shouldSayWhoIsAdmitted() {
        assertThat(askedWhileItHangs(() -> {}, 8))
                .isInstanceOfAny(Admission.Admitted.class, Admission.AdmittedBefore.class);
        patiently().untilAsserted(() -> assertThat(redis.state().remaining()).isEqualTo(4));
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
