package io.flashsale.simulation.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.simulation.redis.RedisModel.Identity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RedisModelTests {

    private long now = 1_000_000;

    private final RedisModel redis = new RedisModel(() -> now, Identity.master(1, 1));

    @Test
    void aCommandThatItDoesNotKnowStopsTheSimulation() {
        assertThatThrownBy(() -> redis.call("GETEX", "a")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> redis.call("SET", "a", "1", "KEEPTTL"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> redis.call("XADD", "a", "1-1", "b", "c"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aWrongTypeOrNumberOfArgumentsIsAnErrorOfRedis() {
        redis.call("SET", "a", "1");
        assertThatThrownBy(() -> redis.call("HGET", "a", "b")).isInstanceOf(ErrorReplyException.class);
        assertThatThrownBy(() -> redis.call("HGET", "a")).isInstanceOf(ErrorReplyException.class);
        assertThatThrownBy(() -> redis.call("HINCRBY", "b", "field", "-0")).isInstanceOf(ErrorReplyException.class);
        assertThatThrownBy(() -> redis.call("HSET", "b", "field")).isInstanceOf(ErrorReplyException.class);
    }

    @Test
    void aKeyLivesUpToAndIncludingTheMillisecondInWhichItExpires() {
        redis.call("SET", "a", "1", "PX", "10");
        now += 10;
        assertThat(redis.call("EXISTS", "a")).isEqualTo(CommandReply.of(1));
        now++;
        assertThat(redis.call("EXISTS", "a")).isEqualTo(CommandReply.of(0));
    }

    @Test
    void anExpiryInThePastRemovesTheKeyAtOnce() {
        redis.call("SET", "a", "1");
        assertThat(redis.call("PEXPIREAT", "a", Long.toString(now))).isEqualTo(CommandReply.of(1));
        assertThat(redis.dump()).isEmpty();
    }

    @Test
    void settingAKeyAnewMakesItStay() {
        redis.call("SET", "a", "1", "EX", "10");
        redis.call("SET", "a", "2");
        assertThat(redis.call("TTL", "a")).isEqualTo(CommandReply.of(-1));
        redis.call("EXPIRE", "a", "10");
        assertThat(redis.expiries()).isEqualTo(Map.of("a", now + 10_000));
        redis.call("PERSIST", "a");
        assertThat(redis.expiries()).isEmpty();
    }

    @Test
    void anEmptyHashIsNoKeyButAnEmptyStreamIs() {
        redis.call("HSET", "hash", "field", "1");
        redis.call("HDEL", "hash", "field");
        CommandReply entry = redis.call("XADD", "stream", "*", "field", "1");
        redis.call("XDEL", "stream", ((CommandReply.Text) entry).value());
        assertThat(redis.dump()).isEqualTo(Map.of("stream", List.of()));
    }

    @Test
    void entryIdsGoOnWhenTheClockGoesBack() {
        assertThat(redis.call("XADD", "s", "*", "n", "1")).isEqualTo(CommandReply.of("1000000-0"));
        now -= 500;
        assertThat(redis.call("XADD", "s", "*", "n", "2")).isEqualTo(CommandReply.of("1000000-1"));
        redis.call("XDEL", "s", "1000000-0", "1000000-1");
        assertThat(redis.call("XADD", "s", "*", "n", "3")).isEqualTo(CommandReply.of("1000000-2"));
        now += 600;
        assertThat(redis.call("XADD", "s", "*", "n", "4")).isEqualTo(CommandReply.of("1000100-0"));
    }

    @Test
    void rangesOfAStreamMayExcludeTheirEnds() {
        redis.call("XADD", "s", "*", "n", "1");
        redis.call("XADD", "s", "*", "n", "2");
        assertThat(ids(redis.call("XRANGE", "s", "-", "+"))).containsExactly("1000000-0", "1000000-1");
        assertThat(ids(redis.call("XRANGE", "s", "(1000000-0", "+"))).containsExactly("1000000-1");
        assertThat(ids(redis.call("XRANGE", "s", "1000000", "1000000", "COUNT", "1")))
                .containsExactly("1000000-0");
        assertThat(ids(redis.call("XREVRANGE", "s", "+", "-", "COUNT", "1"))).containsExactly("1000000-1");
        assertThat(ids(redis.call("XRANGE", "s", "(1000000-1", "999999"))).isEmpty();
    }

    private static List<String> ids(CommandReply range) {
        return ((CommandReply.Many) range)
                .elements().stream()
                        .map(entry -> ((CommandReply.Text)
                                        ((CommandReply.Many) entry).elements().getFirst())
                                .value())
                        .toList();
    }

    @Test
    void aRangeOfAtMostNoEntriesIsNothingAtAll() {
        redis.call("XADD", "s", "*", "n", "1");
        assertThat(redis.call("XRANGE", "s", "-", "+", "COUNT", "0")).isEqualTo(CommandReply.NIL);
    }

    @Test
    void aReplicaOnlyReads() {
        redis.call("SET", "a", "1");
        redis.become(new Identity("b".repeat(40), false, "c".repeat(40), Identity.NO_ID));
        assertThat(redis.call("GET", "a")).isEqualTo(CommandReply.of("1"));
        assertThatThrownBy(() -> redis.call("SET", "a", "2")).isInstanceOf(ErrorReplyException.class);
    }

    @Test
    void membersAreInTheOrderOfTheirScores() {
        redis.call("ZADD", "z", "2", "b", "1", "c", "2", "a");
        assertThat(redis.call("ZRANGEBYSCORE", "z", "-inf", "+inf")).isEqualTo(CommandReply.of(List.of("c", "a", "b")));
        assertThat(redis.call("ZRANGEBYSCORE", "z", "(1", "+inf", "LIMIT", "1", "5"))
                .isEqualTo(CommandReply.of(List.of("b")));
        assertThat(redis.call("ZREMRANGEBYRANK", "z", "0", "-3")).isEqualTo(CommandReply.of(1));
        assertThat(redis.call("ZCOUNT", "z", "2", "(2")).isEqualTo(CommandReply.of(0));
        assertThat(redis.call("ZSCORE", "z", "a")).isEqualTo(CommandReply.of("2"));
    }

    @Test
    void aCopyDoesNotFollowItsOriginal() {
        redis.call("HSET", "hash", "field", "1");
        RedisModel replica = new RedisModel(() -> now, Identity.master(2, 1));
        replica.copyFrom(redis);
        redis.call("HSET", "hash", "field", "2");
        assertThat(replica.hash("hash")).isEqualTo(Map.of("field", "1"));
    }
}
