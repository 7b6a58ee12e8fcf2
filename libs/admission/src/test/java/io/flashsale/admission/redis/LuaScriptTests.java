package io.flashsale.admission.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.redisson.client.RedisClusterDownException;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisLoadingException;
import org.redisson.client.RedisOutOfMemoryException;
import org.redisson.client.RedisReadonlyException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.RedisTryAgainException;
import org.redisson.client.RedisWrongPasswordException;

/** Which faults of Redis a second call may get past. */
class LuaScriptTests {

    static Stream<Exception> passing() {
        return Stream.of(
                new RedisTimeoutException("no answer"),
                new RedisConnectionException("no connection"),
                new RedisReadonlyException("READONLY after a fail-over"),
                new RedisLoadingException("LOADING after a restart"),
                new RedisClusterDownException("CLUSTERDOWN during a fail-over"),
                new RedisTryAgainException("TRYAGAIN while the keys of a slot are on two servers"),
                new RedisException(new IOException("no server")));
    }

    static Stream<Exception> lasting() {
        return Stream.of(
                new RedisOutOfMemoryException("OOM"),
                new RedisWrongPasswordException("WRONGPASS"),
                new RedisException("ERR in the script"),
                new IllegalStateException("a bug"));
    }

    @Test
    void shouldRepeatOnlyWhatMayPass() {
        assertThat(passing()).allMatch(LuaScript::isWorthRepeating);
        assertThat(passing().map(CompletionException::new)).allMatch(LuaScript::isWorthRepeating);
        assertThat(lasting()).noneMatch(LuaScript::isWorthRepeating);
        assertThat(lasting().map(CompletionException::new)).noneMatch(LuaScript::isWorthRepeating);
    }
}
