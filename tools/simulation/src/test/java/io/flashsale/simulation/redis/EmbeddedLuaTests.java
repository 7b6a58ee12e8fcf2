package io.flashsale.simulation.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.simulation.redis.RedisModel.Identity;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddedLuaTests {

    private final EmbeddedLua lua = new EmbeddedLua();
    private final RedisModel redis = new RedisModel(() -> 1_700_000_000_123L, Identity.master(1, 1));

    private CommandReply run(String script, String... arguments) {
        return lua.run(script, redis, List.of("key"), List.of(arguments));
    }

    @Test
    void turnsRepliesIntoValuesAndBack() {
        assertThat(run("return redis.call('GET', KEYS[1])")).isEqualTo(CommandReply.NIL);
        assertThat(run("return redis.call('SET', KEYS[1], 7)")).isEqualTo(CommandReply.OK);
        assertThat(run("return redis.call('GET', KEYS[1])")).isEqualTo(CommandReply.of("7"));
        assertThat(run("return redis.call('EXISTS', KEYS[1]) + 0.9")).isEqualTo(CommandReply.of(1));
        assertThat(run("return { ARGV[1], true, false, 'last' }", "first"))
                .isEqualTo(new CommandReply.Many(List.of(
                        CommandReply.of("first"), CommandReply.of(1), CommandReply.NIL, CommandReply.of("last"))));
        assertThat(run("return { 'one', nil, 'unseen' }")).isEqualTo(CommandReply.of(List.of("one")));
    }

    @Test
    void numbersOfTimesKeepAllDigits() {
        assertThat(run("""
                local time = redis.call('TIME')
                local now = time[1] * 1000 + math.floor(time[2] / 1000)
                redis.call('HSET', KEYS[1], 'at', now)
                return { string.format('%.0f', now), tostring(now), '' .. now, redis.call('HGET', KEYS[1], 'at') }
                """))
                .isEqualTo(
                        CommandReply.of(List.of("1700000000123", "1700000000123", "1700000000123", "1700000000123")));
    }

    @Test
    void aScriptHasNoGlobalVariables() {
        assertThatThrownBy(() -> run("forgotten = 1")).isInstanceOf(ErrorReplyException.class);
        assertThatThrownBy(() -> run("return forgotten")).isInstanceOf(ErrorReplyException.class);
    }

    @Test
    void whatAFailingScriptWroteStays() {
        assertThatThrownBy(() -> run("redis.call('SET', KEYS[1], '1') return redis.call('HGET', KEYS[1], 'a')"))
                .isInstanceOf(ErrorReplyException.class);
        assertThat(redis.text("key")).isEqualTo("1");
    }

    @Test
    void aProtectedCallReturnsItsError() {
        redis.call("SET", "key", "1");
        assertThat(run("return redis.pcall('HGET', KEYS[1], 'a').err"))
                .isEqualTo(CommandReply.of("WRONGTYPE Operation against a key holding the wrong kind of value"));
    }

    @Test
    void whatTheModelDoesNotKnowIsNoErrorOfRedis() {
        assertThatThrownBy(() -> run("return redis.pcall('GETEX', KEYS[1])"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> run("return string.format('%d', 1)"))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
