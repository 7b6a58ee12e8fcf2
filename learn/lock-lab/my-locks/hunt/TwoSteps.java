import io.flashsale.locklab.own.StringRedisTemplate;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/** A lock that is taken, gets its expiry, and is given back whatever the work does. Find out when it stays for ever. */
public class TwoSteps implements LockScheme {

    private final StringRedisTemplate redis;
    private final Duration lease;

    public TwoSteps(StringRedisTemplate redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        if (!redis.opsForValue().setIfAbsent(name, "taken")) {
            return false;
        }
        redis.expire(name, lease);
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            redis.delete(name);
        }
        return true;
    }
}
