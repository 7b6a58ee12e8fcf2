import io.flashsale.locklab.own.StringRedisTemplate;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/** Version 5 of five: the key expires by itself. */
public class DeductStock5 implements LockScheme {

    private final StringRedisTemplate redis;
    private final Duration lease;

    public DeductStock5(StringRedisTemplate redis, Duration lease) {
        this.redis = redis;
        this.lease = lease;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        if (!redis.opsForValue().setIfAbsent(name, "taken", lease)) {
            return false;
        }
        try {
            work.run(Work.NO_TOKEN);
        } finally {
            redis.delete(name);
        }
        return true;
    }
}
