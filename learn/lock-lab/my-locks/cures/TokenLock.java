import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisReply;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;
import java.util.UUID;

/** A sound lock: an owner's lock with a lease and a fencing token, which the stock checks. */
public class TokenLock implements LockScheme {

    private static final String TAKE = """
            if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
                return redis.call('INCR', KEYS[2])
            end
            return nil
            """;
    private static final String GIVE_BACK = """
            if redis.call('GET', KEYS[1]) == ARGV[1] then
                return redis.call('DEL', KEYS[1])
            end
            return 0
            """;

    private final Redis redis;
    private final Duration lease;

    public TokenLock(Redis redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        String owner = UUID.randomUUID().toString();
        RedisReply token = redis.call("EVAL", TAKE, 2, name, name + ":tokens", owner, lease.toMillis());
        if (token.isNothing()) {
            return false;
        }
        try {
            work.run(token.number());
        } finally {
            redis.call("EVAL", GIVE_BACK, 1, name, owner);
        }
        return true;
    }
}
