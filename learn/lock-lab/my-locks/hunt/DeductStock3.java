import io.flashsale.locklab.own.StringRedisTemplate;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/** Version 3 of five: a key in Redis instead of the monitor. */
public class DeductStock3 implements LockScheme {

    private final StringRedisTemplate redis;

    public DeductStock3(StringRedisTemplate redis) {
        this.redis = redis;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        if (!redis.opsForValue().setIfAbsent(name, "taken")) {
            return false;
        }
        work.run(Work.NO_TOKEN);
        redis.delete(name);
        return true;
    }
}
