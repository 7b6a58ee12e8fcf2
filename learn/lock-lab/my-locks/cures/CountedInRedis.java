import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisReply;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.UUID;

/** A sound reentrant lock: the entries are counted in Redis, beside the owner, and each first entry gets a token. */
public class CountedInRedis implements LockScheme {

    private static final String ENTER = """
            if redis.call('EXISTS', KEYS[1]) == 1 and redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
                return nil
            end
            if redis.call('HINCRBY', KEYS[1], ARGV[1], 1) == 1 then
                redis.call('INCR', KEYS[2])
            end
            redis.call('PEXPIRE', KEYS[1], ARGV[2])
            return redis.call('GET', KEYS[2])
            """;
    private static final String LEAVE = """
            if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 and redis.call('HINCRBY', KEYS[1], ARGV[1], -1) == 0 then
                redis.call('DEL', KEYS[1])
            end
            """;

    private final Redis redis;
    private final Duration lease;
    private final String process = UUID.randomUUID().toString();

    public CountedInRedis(Redis redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String owner = process + ":" + Thread.currentThread().threadId();
        RedisReply token = redis.call("EVAL", ENTER, 2, name, name + ":tokens", owner, lease.toMillis());
        if (token.isNothing()) {
            return false;
        }
        try {
            work.run(token.number());
        } finally {
            redis.call("EVAL", LEAVE, 1, name, owner);
        }
        return true;
    }
}
