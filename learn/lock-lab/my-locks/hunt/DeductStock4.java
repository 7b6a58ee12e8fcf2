import io.flashsale.locklab.own.StringRedisTemplate;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Work;
import java.time.Duration;

/** Version 4 of five: the key is deleted whatever happens. */
public class DeductStock4 implements LockScheme {

    private final StringRedisTemplate redis;

    public DeductStock4(StringRedisTemplate redis) {
        this.redis = redis;
    }

    @Override
    public boolean whileHolding(String name, Duration timeout, Work work) throws InterruptedException {
        if (!redis.opsForValue().setIfAbsent(name, "taken")) {
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
